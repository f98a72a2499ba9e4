"use client";

import { Button } from "@mantine/core";
import { useState } from "react";
import { Allowed } from "@/components/kit/allowed";
import { attempt } from "@/components/kit/attempt";
import { ChildList } from "@/components/kit/list/child-list";
import type { RecordOf } from "@/components/kit/resource";
import { Facts } from "@/components/kit/sheet/facts";
import { ResourceSheet } from "@/components/kit/sheet/resource-sheet";
import { trpc } from "@/components/kit/trpc";
import { Dialog, DialogActions } from "@/components/ui/dialog";
import { notify } from "@/components/ui/notice";
import { plannedTime } from "@/components/ui/time";
import { None, When } from "@/components/ui/value";
import { percentText } from "@/server/kit/value/count.rules";
import { etagOf } from "@/server/kit/value/etag.rules";
import { notificationTypes } from "@/server/kit/value/notification-type.rules";
import { requestStates } from "@/server/notification/request/notification-request.rules";
import { appName } from "@/server/platform/product-name/product-name.rules";
import { onClock } from "@/texts/clock";
import { manner } from "@/texts/speech";
import { t } from "@/texts/t";
import {
  deliveryColumns,
  useDeliveryFilters,
} from "../../notification-deliveries/_screens/notification-delivery.columns";
import { notificationDeliveries } from "../../notification-deliveries/notification-delivery.resource";
import { notificationRequests } from "../notification-request.resource";
import {
  DueTime,
  everyMs,
  FiguresWords,
  isRunning,
  RequestProgress,
  RequestStatus,
  recipientsText,
  throughOf,
} from "./notification-request.words";
import styles from "./send.module.css";
import { SendTimeField } from "./send-time.field";
import { sendTimeOf } from "./send-time.rules";

type Request = RecordOf<"notificationRequests">;

/** Asks for another time. */
function MoveDialog({
  request,
  onClose,
  onMove,
}: {
  request: Request;
  onClose: () => void;
  onMove: (at: string) => void;
}) {
  const before = request.dtPrepareSent;
  const [shown, setShown] = useState(before ? onClock(before).slice(0, 16) : "");
  return (
    <Dialog title="Send it at another time" onClose={onClose}>
      <SendTimeField
        label="Send at"
        description={t("By your clock ({zone}).", { zone: manner().timeZone })}
        value={shown}
        onChange={setShown}
      />
      <DialogActions>
        <Button variant="default" onClick={onClose}>
          {t("Cancel")}
        </Button>
        <Button disabled={!shown} onClick={() => onMove(sendTimeOf(shown).at)}>
          {shown ? t("Schedule for {when}", { when: plannedTime(sendTimeOf(shown).at) }) : t("Schedule")}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

/** Moves what has not begun to another time, or sends it now. */
function useMove(request: Request) {
  const utils = trpc.useUtils();
  const move = trpc.notificationRequests.move.useMutation();
  const run = (dtPrepareSent: string | null) =>
    attempt(async () => {
      const { status } = await move.mutateAsync({ id: request.id, dtPrepareSent, ifMatch: etagOf(request) });
      notify(
        status === "scheduled" && dtPrepareSent
          ? t("Scheduled for {when}", { when: plannedTime(dtPrepareSent) })
          : t("The message is on its way"),
      );
      await utils.notificationDeliveries.invalidate();
    });
  return { run, isMoving: move.isPending };
}

function Actions({ request }: { request: Request }) {
  const utils = trpc.useUtils();
  const { run, isMoving } = useMove(request);
  const [isAsking, setAsking] = useState(false);
  const hasNotBegun = requestStates.next(request.status).includes("cancelled");
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
    <>
      <Allowed needs={notificationRequests.may.write}>
        {request.counts.failed > 0 && (
          <Button variant="default" loading={resend.isPending} onClick={again}>
            {t("Send the failed again")}
          </Button>
        )}
        {request.status === "scheduled" && (
          <Button variant="default" loading={isMoving} onClick={() => run(null)}>
            {t("Send now")}
          </Button>
        )}
        {hasNotBegun && (
          <Button variant="default" onClick={() => setAsking(true)}>
            {t("Change the time")}
          </Button>
        )}
        {hasNotBegun && (
          <Button variant="default" loading={cancel.isPending} onClick={takeBack}>
            {t("Cancel the request")}
          </Button>
        )}
      </Allowed>
      {isAsking && (
        <MoveDialog
          request={request}
          onClose={() => setAsking(false)}
          onMove={async (at) => {
            if (await run(at)) setAsking(false);
          }}
        />
      )}
    </>
  );
}

const rate = (part: number | null) => (part === null ? "–" : percentText(part));

/** How far it came, and how much of it arrived; while it runs, asked again every other second. */
function Progress({ request: { id, status, counts, rates, reasons } }: { request: Request }) {
  const runs = isRunning(status);
  trpc.notificationRequests.get.useQuery({ id }, { refetchInterval: runs ? everyMs : false });
  return (
    <div role="status" className={styles.progress}>
      {runs && <RequestProgress counts={counts} />}
      {t("{ended} of {total} are through.", throughOf(counts))}{" "}
      {rates.delivered !== null &&
        t("Of what was sent, {delivered} arrived and {opened} was opened.", {
          delivered: rate(rates.delivered),
          opened: rate(rates.opened),
        })}
      <FiguresWords counts={counts} reasons={reasons} />
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
        ["Apps", request.keyPlatformTechs.map(appName).join(", ")],
        ["Channels", request.typeNotificationList.map((type) => t(notificationTypes[type])).join(", ")],
        [
          "Tokens",
          Object.entries(request.tokens)
            .map(([name, value]) => `${name}: ${value}`)
            .join(", ") || <None key="k" />,
        ],
        ["Recipients", String(request.recipients)],
        ["Requested", <When key="a" at={request.dtReception} />],
        ["Due", <DueTime key="d" at={request.dtPrepareSent} />],
        ["Expires", <When key="x" at={request.expiresAt} />],
        ["Ended", <When key="e" at={request.endedAt} />],
      ]}
    />
  </>
);

function Deliveries({ request }: { request: Request }) {
  const filters = useDeliveryFilters();
  return (
    <ChildList
      of={notificationDeliveries}
      where={{ requestId: request.id }}
      sort="email:asc"
      columns={deliveryColumns}
      filters={filters}
      href={(row) => notificationDeliveries.record(row.id)}
      empty="No delivery fits."
    />
  );
}

export const NotificationRequestSheet = ({ id }: { id: string }) => (
  <ResourceSheet
    of={notificationRequests}
    id={id}
    beside={(request) => <RequestStatus status={request.status} />}
    facts={(request) =>
      request.status === "scheduled" && request.dtPrepareSent
        ? t("{people}, on {when}", {
            people: recipientsText(request.recipients),
            when: plannedTime(request.dtPrepareSent),
          })
        : recipientsText(request.recipients)
    }
    actions={(request) => <Actions request={request} />}
    overview={(request) => <Overview request={request} />}
    tabs={[
      {
        key: "deliveries",
        title: "Deliveries",
        content: (request) => <Deliveries request={request} />,
      },
    ]}
  />
);
