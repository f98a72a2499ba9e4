"use client";

import { Button } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { messageOf } from "@/components/kit/problem";
import type { RecordOf } from "@/components/kit/resource";
import { Facts, Section } from "@/components/kit/sheet/facts";
import { ResourceSheet } from "@/components/kit/sheet/resource-sheet";
import { trpc } from "@/components/kit/trpc";
import { useMay } from "@/components/kit/viewer";
import { Dialog, DialogActions } from "@/components/ui/dialog";
import { notify } from "@/components/ui/notice";
import { When } from "@/components/ui/value";
import { type Permission, permissionCatalogue } from "@/server/permissions";
import { Expiry, isLive, KeyStatus } from "./api-key.columns";
import styles from "./api-key.module.css";

type ApiKey = RecordOf<"apiKeys">;

const labelOf = (scope: string) => (scope === "*" ? "Everything" : permissionCatalogue[scope as Permission]?.[0]);

const Scopes = ({ scopes }: { scopes: string[] }) => (
  <ul className={styles.scopes}>
    {scopes.map((scope) => (
      <li key={scope}>
        {labelOf(scope) ?? "No longer a permission"} <code>{scope}</code>
      </li>
    ))}
  </ul>
);

function RevokeButton({ record }: { record: ApiKey }) {
  const [isAsking, setIsAsking] = useState(false);
  const utils = trpc.useUtils();
  const revoke = trpc.apiKeys.revoke.useMutation();
  const mayWrite = useMay()("api-key.write");
  if (!mayWrite || !isLive(record)) return null;
  const run = async () => {
    try {
      await revoke.mutateAsync({ id: record.id, ifMatch: `"${record.version}"` });
      notify(`${record.name} revoked`);
    } catch (error) {
      notify(messageOf(error), { tone: "bad" });
    } finally {
      setIsAsking(false);
      await Promise.all([utils.apiKeys.invalidate(), utils.audit.invalidate()]);
    }
  };
  return (
    <>
      <Button variant="default" c="var(--pd-bad)" onClick={() => setIsAsking(true)}>
        Revoke key
      </Button>
      {isAsking && (
        <Dialog title={`Revoke ${record.name}?`} onClose={() => setIsAsking(false)}>
          Whatever calls with this key is refused from its next request on. A revoked key cannot be brought back.
          <DialogActions>
            <Button variant="default" onClick={() => setIsAsking(false)}>
              Keep it
            </Button>
            <Button color="red" loading={revoke.isPending} onClick={run}>
              Revoke key
            </Button>
          </DialogActions>
        </Dialog>
      )}
    </>
  );
}

const Overview = ({ record }: { record: ApiKey }) => (
  <>
    <Facts
      facts={[
        ["Key", <code key="key">pd_{record.prefix}_…</code>],
        ["Last used", <When key="used" at={record.lastUsedAt} />],
        ["Created", <When key="created" at={record.createdAt} />],
        ["Expires", <Expiry key="expiry" at={record.expiresAt} />],
        ...(record.revokedAt ? [["Revoked", <When key="revoked" at={record.revokedAt} />] as [string, ReactNode]] : []),
      ]}
    />
    <Section title="May do">
      <Scopes scopes={record.scopes} />
    </Section>
  </>
);

export const ApiKeySheet = ({ id }: { id: string }) => (
  <ResourceSheet
    name="apiKeys"
    id={id}
    one="API key"
    objectType="api-key"
    title={(record) => record.name}
    beside={(record) => <KeyStatus {...record} />}
    actions={(record) => <RevokeButton record={record} />}
    tabs={[{ key: "overview", title: "Overview", content: (record) => <Overview record={record} /> }]}
    fields={{}}
    needs="api-key.write"
  />
);
