"use client";

import { Button } from "@mantine/core";
import dynamic from "next/dynamic";
import { useState } from "react";
import { ResourceList } from "@/components/kit/list/resource-list";
import { useMay } from "@/components/kit/viewer";
import { apiKeyList } from "./api-key.columns";

const ApiKeyDialog = dynamic(() => import("./api-key.form").then((module) => module.ApiKeyDialog), { ssr: false });

export function ApiKeyList() {
  const [isCreating, setIsCreating] = useState(false);
  const mayWrite = useMay()("api-key.write");
  return (
    <>
      <ResourceList
        list={apiKeyList}
        title="API keys"
        empty="Services of your own call Persdesk with a key. Each key says which permissions it has, and can be revoked at any time."
        href={(row) => `/api-keys/${row.id}`}
        actions={mayWrite && <Button onClick={() => setIsCreating(true)}>Create API key</Button>}
      />
      {isCreating && <ApiKeyDialog onClose={() => setIsCreating(false)} />}
    </>
  );
}
