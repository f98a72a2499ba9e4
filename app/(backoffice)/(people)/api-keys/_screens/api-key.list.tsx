"use client";

import { Button } from "@mantine/core";
import dynamic from "next/dynamic";
import { useState } from "react";
import { lazyParts } from "@/components/kit/ahead.rules";
import { Allowed } from "@/components/kit/allowed";
import { ResourceList } from "@/components/kit/list/resource-list";
import { useAhead } from "@/components/kit/use-ahead";
import { When } from "@/components/ui/value";
import { t } from "@/texts/t";
import { apiKeys } from "../api-key.resource";
import { Expiry, KeyStatus, scopesOf } from "./api-key.words";

const { part, ahead } = lazyParts();
const ApiKeyDialog = dynamic(
  part(() => import("./api-key.form").then((module) => module.ApiKeyDialog)),
  { ssr: false },
);

export function ApiKeyList() {
  const [isCreating, setIsCreating] = useState(false);
  useAhead(ahead);
  return (
    <>
      <ResourceList
        of={apiKeys}
        columns={[
          { key: "name", sort: true },
          { key: "prefix", width: "170px", cell: (row) => <code>{`pd_${row.prefix}_…`}</code> },
          { key: "revokedAt", sort: true, width: "130px", cell: KeyStatus, export: "status" },
          { key: "scopes", width: "150px", cell: (row) => scopesOf(row.scopes) },
          { key: "lastUsedAt", sort: true, width: "140px", cell: (row) => <When at={row.lastUsedAt} /> },
          { key: "expiresAt", sort: true, width: "140px", cell: (row) => <Expiry at={row.expiresAt} /> },
          { key: "createdAt", sort: true, width: "140px", cell: (row) => <When at={row.createdAt} /> },
        ]}
        filters={["name", { kind: "boolean", name: "live", yes: "live", no: "revoked or expired" }]}
        empty="Your own services call Persdesk with a key. Each key has its own permissions and can be revoked at any time."
        actions={
          <Allowed needs={apiKeys.may.write}>
            <Button onClick={() => setIsCreating(true)}>{t("Create API key")}</Button>
          </Allowed>
        }
      />
      {isCreating && <ApiKeyDialog onClose={() => setIsCreating(false)} />}
    </>
  );
}
