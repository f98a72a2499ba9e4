"use client";

import { Button } from "@mantine/core";
import { Allowed } from "@/components/kit/allowed";
import { AskButton } from "@/components/kit/ask-button";
import { attempt } from "@/components/kit/attempt";
import { ChildList } from "@/components/kit/list/child-list";
import type { RecordOf } from "@/components/kit/resource";
import { Facts } from "@/components/kit/sheet/facts";
import { ResourceSheet } from "@/components/kit/sheet/resource-sheet";
import { trpc } from "@/components/kit/trpc";
import { notify } from "@/components/ui/notice";
import { exactTime } from "@/components/ui/time";
import { None } from "@/components/ui/value";
import { etagOf } from "@/server/kit/value/etag.rules";
import { webhookPauseWords } from "@/server/operations/webhook/webhook-pause.rules";
import { t } from "@/texts/t";
import { deliveryColumns } from "../../webhook-deliveries/_screens/webhook-delivery.columns";
import {
  eventWords,
  sentOptions,
  webhookStatusOptions,
} from "../../webhook-deliveries/_screens/webhook-delivery.words";
import { webhookDeliveries } from "../../webhook-deliveries/webhook-delivery.resource";
import { webhooks } from "../webhook.resource";
import { WebhookForm } from "./webhook.form";
import { isSilent, OnOff } from "./webhook.words";
import { RotateSecretButton } from "./webhook-rotate.button";

type Webhook = RecordOf<"webhooks">;

function Actions({ record }: { record: Webhook }) {
  const test = trpc.webhooks.test.useMutation();
  const takeOver = trpc.webhooks.takeOver.useMutation();
  const run = () =>
    attempt(async () => {
      await test.mutateAsync({ id: record.id });
      notify(t("Test message queued. Its delivery is listed under Deliveries."));
    });
  return (
    <>
      {record.enabled && !record.pausedBecause && (
        <Allowed needs={webhooks.may.write}>
          <Button variant="default" loading={test.isPending} onClick={run}>
            {t("Send a test")}
          </Button>
        </Allowed>
      )}
      {record.pausedBecause && (
        <AskButton
          needs={webhooks.may.write}
          title="Take over"
          isSafe
          question={t("Take over {name}?", { name: record.name })}
          confirm="Take over"
          done="You answer for this webhook"
          run={() => takeOver.mutateAsync({ id: record.id, ifMatch: etagOf(record) })}
        >
          <p>{t("It is told of its events again, as long as you may see what they are about.")}</p>
        </AskButton>
      )}
      <RotateSecretButton record={record} />
    </>
  );
}

/** Until when two secrets sign, where they do. */
const Former = ({ formerUntil }: Webhook) =>
  formerUntil && new Date(formerUntil) > new Date() ? (
    <Facts facts={[["Old secret", t("signs until {end}", { end: exactTime(formerUntil) })]]} />
  ) : null;

/** Who answers for it and, while it pauses, why. */
const Owner = ({ owner, enabled, pausedBecause }: Webhook) => (
  <Facts
    facts={[
      ["Owner", owner?.name ?? <None key="owner" />],
      ...(enabled && pausedBecause
        ? ([["Paused because", t(webhookPauseWords[pausedBecause])]] as [string, string][])
        : []),
    ]}
  />
);

/** Until when nothing is sent, because the address does not answer. */
const Silent = (record: Webhook) =>
  isSilent(record) ? (
    <Facts
      facts={[
        [
          "Paused",
          t(
            "until {end}, because the address did not answer in time {count} times in a row. Send a test to try at once.",
            { end: exactTime(record.pausedUntil ?? ""), count: record.timeouts },
          ),
        ],
      ]}
    />
  ) : null;

export const WebhookSheet = ({ id }: { id: string }) => (
  <ResourceSheet
    of={webhooks}
    id={id}
    beside={OnOff}
    facts={(record) => record.company?.name}
    actions={(record) => <Actions record={record} />}
    edit={(record) => <WebhookForm record={record} />}
    about={(record) => [{ copy: "url" }, "companyId", ["Events", record.events.map(eventWords).join(", ")]]}
    overview={(record) => (
      <>
        <Owner {...record} />
        <Silent {...record} />
        <Former {...record} />
      </>
    )}
    tabs={[
      {
        key: "deliveries",
        title: "Deliveries",
        content: (record) => (
          <ChildList
            of={webhookDeliveries}
            where={{ webhookId: record.id }}
            sort="createdAt:desc"
            columns={deliveryColumns}
            filters={[
              { kind: "select", name: "event", options: sentOptions },
              { kind: "select", name: "status", options: webhookStatusOptions },
            ]}
            href={(row) => webhookDeliveries.record(row.id)}
            empty="Nothing has been sent yet."
          />
        ),
      },
    ]}
  />
);
