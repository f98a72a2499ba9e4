import { IconListDetails, IconPlug, IconUserSearch } from "@tabler/icons-react";
import { anonymizedContactLogs } from "@/app/(backoffice)/(operations)/anonymized-contact-logs/anonymized-contact-log.resource";
import { bulkChanges } from "@/app/(backoffice)/(operations)/bulk-changes/bulk-change.resource";
import { contactLogs } from "@/app/(backoffice)/(operations)/contact-logs/contact-log.resource";
import { erasures } from "@/app/(backoffice)/(operations)/erasures/erasure.resource";
import { erpRuns, erpSync } from "@/app/(backoffice)/(operations)/erp-sync/erp-sync.resource";
import { history } from "@/app/(backoffice)/(operations)/history/history.resource";
import { jobs } from "@/app/(backoffice)/(operations)/jobs/job.resource";
import { privacyDesk } from "@/app/(backoffice)/(operations)/privacy/privacy.resource";
import { removedRecords } from "@/app/(backoffice)/(operations)/removed/removed.resource";
import { logRetention } from "@/app/(backoffice)/(operations)/retention/retention.resource";
import { routineLogs } from "@/app/(backoffice)/(operations)/routine-log/routine-log.resource";
import { signInEvents } from "@/app/(backoffice)/(operations)/sign-in-events/sign-in-event.resource";
import { webhookDeliveries } from "@/app/(backoffice)/(operations)/webhook-deliveries/webhook-delivery.resource";
import { webhooks } from "@/app/(backoffice)/(operations)/webhooks/webhook.resource";
import { apiKeys } from "@/app/(backoffice)/(people)/api-keys/api-key.resource";
import type { Area } from "@/components/kit/screen";

/** The areas of the operations, in the order of the rail. */
export const operations: readonly Area[] = [
  {
    heading: "Integrations",
    icon: IconPlug,
    others: [erpRuns],
    pages: [
      [apiKeys, "Keys with which other programs use the API."],
      [webhooks, "Addresses of other systems that are told what happens here."],
      [webhookDeliveries, "What webhooks were told, and what their receivers answered."],
      [erpSync, "Devices, vehicles and companies as the ERP has them: plan a run, look it through, and take it over."],
    ],
  },
  {
    heading: "Privacy",
    icon: IconUserSearch,
    pages: [
      [privacyDesk, "Find what is held about a person, give it to them, or erase it."],
      [erasures, "Requests to erase a person, and what was erased."],
      [logRetention, "How long logs are kept before they are removed."],
    ],
  },
  {
    heading: "Jobs and logs",
    icon: IconListDetails,
    others: [bulkChanges],
    pages: [
      [jobs, "Work that waits, runs or failed in the background."],
      [history, "Every change and every sign-in: who, when, to which record, and what was there before."],
      [routineLogs, "When the regular work ran, what it did, and what went wrong."],
      [contactLogs, "What people wrote by the contact form, and who dealt with it."],
      [anonymizedContactLogs, "Contacts kept for statistics after their persons were removed."],
      [removedRecords, "What was removed and can be brought back, with who removed it and until when it is kept."],
      [signInEvents, "Sign-ins that were refused: look here when somebody cannot get in, or tries too often."],
    ],
  },
];
