"use client";

import { Checkbox } from "@mantine/core";
import { useState } from "react";
import { type FieldProps, SelectField, TextField, useField } from "@/components/kit/form/fields";
import { ResourceForm } from "@/components/kit/form/resource-form";
import { trpc } from "@/components/kit/trpc";
import { useViewer } from "@/components/kit/viewer";
import { Dialog } from "@/components/ui/dialog";
import { CreateApiKey } from "@/server/identity/api-key/api-key.schema";
import { permissionCatalogue, permissionCodes } from "@/server/permissions";
import { t } from "@/texts/t";
import { PermissionField } from "../../_fields/permission.field";
import { apiKeys } from "../api-key.resource";
import { KeyShownOnce } from "./api-key-secret.part";

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
const lives = { "in 30 days": 30, "in 90 days": 90, "in a year": 365 };

/** Everything there is, or a choice of permissions. */
function ScopeField(props: FieldProps) {
  const { permissions } = useViewer();
  const { value, onChange } = useField<string[]>(props);
  const isAll = value?.includes("*");
  return (
    <>
      {permissions.length === permissionCodes.length && (
        <Checkbox
          size="xs"
          label={t("Everything, including permissions added later")}
          checked={isAll}
          onChange={(event) => onChange(event.currentTarget.checked ? ["*"] : [])}
        />
      )}
      {!isAll && <PermissionField {...props} catalogue={permissionCatalogue} />}
    </>
  );
}

export function ApiKeyDialog({ onClose }: { onClose: () => void }) {
  const create = trpc.apiKeys.create.useMutation();
  const [secret, setSecret] = useState<string>();
  const [expiries] = useState(() => Object.entries(lives).map(([label, days]) => ({ value: inDays(days), label })));
  return (
    <Dialog title={secret ? "API key created" : "Create API key"} onClose={onClose} width={640}>
      {secret ? (
        <KeyShownOnce secret={secret} onClose={onClose} />
      ) : (
        <ResourceForm
          of={apiKeys}
          schema={CreateApiKey}
          opens={null}
          values={{ scopes: [], expiresAt: expiries[1]?.value }}
          save={async (values) => {
            const made = await create.mutateAsync(values);
            setSecret(made.key);
            return made;
          }}
        >
          {(f) => (
            <>
              <TextField {...f.name} help="The service that uses the key, such as Firmware build server." />
              <SelectField {...f.expiresAt} placeholder="never" options={expiries} optional />
              <ScopeField {...f.scopes} />
            </>
          )}
        </ResourceForm>
      )}
    </Dialog>
  );
}
