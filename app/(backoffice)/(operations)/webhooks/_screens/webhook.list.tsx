"use client";

import { Button } from "@mantine/core";
import dynamic from "next/dynamic";
import { useState } from "react";
import { lazyParts } from "@/components/kit/ahead.rules";
import { Allowed } from "@/components/kit/allowed";
import { ResourceList } from "@/components/kit/list/resource-list";
import { useAhead } from "@/components/kit/use-ahead";
import { None, When } from "@/components/ui/value";
import { t } from "@/texts/t";
import { DeliveryStatus, eventOptions, eventWords } from "../../webhook-deliveries/_screens/webhook-delivery.words";
import { webhooks } from "../webhook.resource";
import { OnOff } from "./webhook.words";

const { part, ahead } = lazyParts();
const WebhookDialog = dynamic(
  part(() => import("./webhook.form").then((module) => module.WebhookDialog)),
  { ssr: false },
);

export function WebhookList() {
  const [isCreating, setIsCreating] = useState(false);
  useAhead(ahead);
  return (
    <>
      <ResourceList
        of={webhooks}
        columns={[
          { key: "name", edit: true, sort: true, width: "200px" },
          { key: "url", sort: true },
          { key: "enabled", width: "110px", cell: OnOff, export: ["enabled", "pausedBecause", "pausedUntil"] },
          { key: "events", width: "260px", cell: (row) => row.events.map(eventWords).join(", ") },
          { key: "company.name", title: "Company", width: "180px", cell: (row) => row.company?.name ?? <None /> },
          {
            key: "lastStatus",
            width: "130px",
            cell: (row) => (row.lastStatus ? <DeliveryStatus status={row.lastStatus} /> : <None />),
          },
          { key: "lastAt", width: "150px", cell: (row) => <When at={row.lastAt} /> },
          { key: "createdAt", sort: true, width: "140px", hidden: true, cell: (row) => <When at={row.createdAt} /> },
        ]}
        filters={[
          "name",
          "url",
          "companyId",
          { kind: "select", name: "event", options: eventOptions },
          { kind: "boolean", name: "enabled", yes: "turned on", no: "turned off" },
        ]}
        empty="A webhook tells another service of events as soon as they happen, with signed messages."
        actions={
          <Allowed needs={webhooks.may.write}>
            <Button onClick={() => setIsCreating(true)}>{t("Create webhook")}</Button>
          </Allowed>
        }
      />
      {isCreating && <WebhookDialog onClose={() => setIsCreating(false)} />}
    </>
  );
}
