"use client";

import { Button } from "@mantine/core";
import { Allowed } from "@/components/kit/allowed";
import { attempt } from "@/components/kit/attempt";
import type { RecordOf } from "@/components/kit/resource";
import { Facts, Section } from "@/components/kit/sheet/facts";
import { ResourceSheet } from "@/components/kit/sheet/resource-sheet";
import { trpc } from "@/components/kit/trpc";
import { notify } from "@/components/ui/notice";
import { LinkTo, None, When } from "@/components/ui/value";
import { etagOf } from "@/server/kit/value/etag.rules";
import { t } from "@/texts/t";
import { webhooks } from "../../webhooks/webhook.resource";
import { webhookDeliveries } from "../webhook-delivery.resource";
import { DeliveryStatus, eventWords } from "./webhook-delivery.words";

type Delivery = RecordOf<"webhookDeliveries">;

function SendAgainButton({ delivery }: { delivery: Delivery }) {
  const sendAgain = trpc.webhookDeliveries.sendAgain.useMutation();
  if (delivery.status === "pending") return null;
  const run = () =>
    attempt(async () => {
      await sendAgain.mutateAsync({ id: delivery.id, ifMatch: etagOf(delivery) });
      notify(t("Message queued"));
    });
  return (
    <Allowed needs={webhookDeliveries.may.write}>
      <Button variant="default" loading={sendAgain.isPending} onClick={run}>
        {t("Send again")}
      </Button>
    </Allowed>
  );
}

const Overview = ({ delivery }: { delivery: Delivery }) => (
  <>
    <Facts
      facts={[
        [
          "Webhook",
          <LinkTo key="w" href={webhooks.record(delivery.webhookId)}>
            {delivery.webhook.name}
          </LinkTo>,
        ],
        ["Event", <code key="e">{delivery.event}</code>],
        ["Happened", <When key="o" at={delivery.occurredAt} />],
        ["Sent", <When key="s" at={delivery.sentAt} />],
        ["Attempts", String(delivery.tries)],
        ["Answer", delivery.responseStatus === null ? <None key="r" /> : String(delivery.responseStatus)],
        ["Last error", delivery.lastError ?? <None key="l" />],
      ]}
    />
    <Section title="Message">
      <Facts
        facts={Object.entries(delivery.data).map(([name, value]) => [
          name,
          value === null ? <None key={name} /> : <code key={name}>{String(value)}</code>,
        ])}
      />
    </Section>
  </>
);

export const WebhookDeliverySheet = ({ id }: { id: string }) => (
  <ResourceSheet
    of={webhookDeliveries}
    id={id}
    title={(delivery) => eventWords(delivery.event)}
    beside={(delivery) => <DeliveryStatus status={delivery.status} />}
    actions={(delivery) => <SendAgainButton delivery={delivery} />}
    overview={(delivery) => <Overview delivery={delivery} />}
  />
);
