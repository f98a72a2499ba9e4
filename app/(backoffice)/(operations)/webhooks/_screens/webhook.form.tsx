"use client";

import { useState } from "react";
import { companies } from "@/app/(backoffice)/(companies)/companies/company.resource";
import { RecordField, SwitchField, TextField } from "@/components/kit/form/fields";
import { ResourceForm } from "@/components/kit/form/resource-form";
import type { RecordOf } from "@/components/kit/resource";
import { trpc } from "@/components/kit/trpc";
import { Dialog } from "@/components/ui/dialog";
import { CreateWebhook, UpdateWebhook } from "@/server/operations/webhook/webhook.schema";
import { webhooks } from "../webhook.resource";
import { WebhookEventField } from "./webhook-event.field";
import { SecretShownOnce } from "./webhook-secret.part";

const addressHelp = "A public https address. Each message is sent to it by POST, as JSON with ids and codes only.";

export const WebhookForm = ({ record }: { record: RecordOf<"webhooks"> }) => (
  <ResourceForm of={webhooks} schema={UpdateWebhook} record={record}>
    {(f) => (
      <>
        <TextField {...f.name} />
        <TextField {...f.url} type="url" help={addressHelp} />
        <WebhookEventField {...f.events} />
        <SwitchField {...f.enabled} />
      </>
    )}
  </ResourceForm>
);

export function WebhookDialog({ onClose }: { onClose: () => void }) {
  const create = trpc.webhooks.create.useMutation();
  const [secret, setSecret] = useState<string>();
  return (
    <Dialog title={secret ? "Webhook created" : "Create webhook"} onClose={onClose} width={640}>
      {secret ? (
        <SecretShownOnce secret={secret} onClose={onClose} />
      ) : (
        <ResourceForm
          of={webhooks}
          schema={CreateWebhook}
          opens={null}
          values={{ events: [] }}
          save={async (values) => {
            const made = await create.mutateAsync(values);
            setSecret(made.secret);
            return made;
          }}
        >
          {(f) => (
            <>
              <TextField {...f.name} help="The service that is told, such as Fleet dashboard." />
              <TextField {...f.url} type="url" help={addressHelp} />
              <RecordField
                {...f.companyId}
                of={companies}
                help="Only events of this company are sent. It cannot be changed later."
                optional
              />
              <WebhookEventField {...f.events} />
            </>
          )}
        </ResourceForm>
      )}
    </Dialog>
  );
}
