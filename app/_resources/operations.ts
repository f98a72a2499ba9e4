import { anonymizedContactLogs } from "@/app/(backoffice)/(operations)/anonymized-contact-logs/anonymized-contact-log.resource";
import { contactLogs } from "@/app/(backoffice)/(operations)/contact-logs/contact-log.resource";
import { erasures } from "@/app/(backoffice)/(operations)/erasures/erasure.resource";
import { erpRuns, erpSync } from "@/app/(backoffice)/(operations)/erp-sync/erp-sync.resource";
import { jobs } from "@/app/(backoffice)/(operations)/jobs/job.resource";
import { mailLogs } from "@/app/(backoffice)/(operations)/mail-log/mail-log.resource";
import { privacyDesk } from "@/app/(backoffice)/(operations)/privacy/privacy.resource";
import { logRetention } from "@/app/(backoffice)/(operations)/retention/retention.resource";
import { routineLogs } from "@/app/(backoffice)/(operations)/routine-log/routine-log.resource";
import { signInEvents } from "@/app/(backoffice)/(operations)/sign-in-events/sign-in-event.resource";
import { webhookDeliveries } from "@/app/(backoffice)/(operations)/webhook-deliveries/webhook-delivery.resource";
import { webhooks } from "@/app/(backoffice)/(operations)/webhooks/webhook.resource";
import type { Screen } from "@/components/kit/screen";

/** The screens of the operations, in the order of the rail. */
export const operations: Screen[] = [
  mailLogs,
  jobs,
  routineLogs,
  contactLogs,
  anonymizedContactLogs,
  webhooks,
  webhookDeliveries,
  erpSync,
  erpRuns,
  privacyDesk,
  erasures,
  logRetention,
  signInEvents,
];
