"use client";

import { Button } from "@mantine/core";
import { Allowed } from "@/components/kit/allowed";
import { attempt } from "@/components/kit/attempt";
import { ChildList } from "@/components/kit/list/child-list";
import type { RecordOf } from "@/components/kit/resource";
import { Facts } from "@/components/kit/sheet/facts";
import { ResourceSheet } from "@/components/kit/sheet/resource-sheet";
import { trpc } from "@/components/kit/trpc";
import { notify } from "@/components/ui/notice";
import { None, When } from "@/components/ui/value";
import { percentText } from "@/server/kit/value/count.rules";
import { etagOf } from "@/server/kit/value/etag.rules";
import { notificationTypes } from "@/server/kit/value/notification-type.rules";
import { requestStates } from "@/server/notification/request/notification-request.rules";
import { t } from "@/texts/t";
import { deliveryColumns } from "../../notification-deliveries/_screens/notification-delivery.columns";
import { notificationDeliveries } from "../../notification-deliveries/notification-delivery.resource";
import { notificationRequests } from "../notification-request.resource";
import {
  deliveryStatusOptions,
  everyMs,
  isRunning,
  RequestProgress,
  RequestStatus,
  recipientsText,
  throughOf,
} from "./notification-request.words";
import styles from "./send.module.css";

type Request = RecordOf<"notificationRequests">;

function Actions({ request }: { request: Request }) {
  const utils = trpc.useUtils();
  const cancel = trpc.notificationRequests.cancel.useMutation();
  const resend = trpc.notificationRequests.resend.useMutation();
  const done = async (text: string) => {
    notify(text);
    await utils.notificationDeliveries.invalidate();
  };
  const takeBack = () =>
    attempt(async () => {
      await cancel.mutateAsync({ id: request.id, ifMatch: etagOf(request) });
      await done(t("Request cancelled"));
    });
  const again = () =>
    attempt(async () => {
      const { queued } = await resend.mutateAsync({ id: request.id });
      await done(t("{count, plural, one {# delivery} other {# deliveries}} queued.", { count: queued }));
    });
  return (
    <Allowed needs={notificationRequests.may.write}>
      {request.counts.failed > 0 && (
        <Button variant="default" loading={resend.isPending} onClick={again}>
          {t("Send the failed again")}
        </Button>
      )}
      {requestStates.next(request.status).includes("cancelled") && (
        <Button variant="default" loading={cancel.isPending} onClick={takeBack}>
          {t("Cancel the request")}
        </Button>
      )}
    </Allowed>
  );
}

const rate = (part: number | null) => (part === null ? "–" : percentText(part));

/** How far it came, and how much of it arrived; while it runs, asked again every other second. */
function Progress({ request: { id, status, counts, rates } }: { request: Request }) {
  const runs = isRunning(status);
  trpc.notificationRequests.get.useQuery({ id }, { refetchInterval: runs ? everyMs : false });
  return (
    <div role="status" className={styles.progress}>
      {runs && <RequestProgress counts={counts} />}
      {t("{ended} of {total} are through. Delivered {delivered} of what was sent, opened {opened}.", {
        ...throughOf(counts),
        delivered: rate(rates.delivered),
        opened: rate(rates.opened),
      })}
    </div>
  );
}

const Overview = ({ request }: { request: Request }) => (
  <>
    <Progress request={request} />
    <Facts
      facts={[
        [
          "Template",
          request.keyNotificationTemplate ? <code key="t">{request.keyNotificationTemplate}</code> : <None key="t" />,
        ],
        ["Title", request.notificationTitle],
        ["Text", request.notificationContent],
        ["Apps", request.keyPlatformTechs.join(", ")],
        ["Channels", request.typeNotificationList.map((type) => t(notificationTypes[type])).join(", ")],
        [
          "Tokens",
          Object.entries(request.tokens)
            .map(([name, value]) => `${name}: ${value}`)
            .join(", ") || <None key="k" />,
        ],
        ["Recipients", String(request.recipients)],
        ["Waiting", String(request.counts.pending)],
        ["Sent", String(request.counts.sent)],
        ["Delivered", String(request.counts.delivered)],
        ["Opened", String(request.counts.opened)],
        ["Failed", String(request.counts.failed)],
        ["Skipped", String(request.counts.skipped)],
        ["Requested", <When key="a" at={request.dtReception} />],
        ["Due", <When key="d" at={request.dtPrepareSent} />],
        ["Expires", <When key="x" at={request.expiresAt} />],
        ["Ended", <When key="e" at={request.endedAt} />],
      ]}
    />
  </>
);

export const NotificationRequestSheet = ({ id }: { id: string }) => (
  <ResourceSheet
    of={notificationRequests}
    id={id}
    beside={(request) => <RequestStatus status={request.status} />}
    facts={(request) => recipientsText(request.recipients)}
    actions={(request) => <Actions request={request} />}
    overview={(request) => <Overview request={request} />}
    tabs={[
      {
        key: "deliveries",
        title: "Deliveries",
        content: (request) => (
          <ChildList
            of={notificationDeliveries}
            where={{ requestId: request.id }}
            sort="email:asc"
            columns={deliveryColumns}
            filters={["email", { kind: "select", name: "status", options: deliveryStatusOptions }]}
            href={(row) => notificationDeliveries.record(row.id)}
            empty="No delivery fits."
          />
        ),
      },
    ]}
  />
);
