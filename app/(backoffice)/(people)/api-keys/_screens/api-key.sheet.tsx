"use client";

import { Button } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { attempt } from "@/components/kit/attempt";
import type { RecordOf } from "@/components/kit/resource";
import { Facts, Section } from "@/components/kit/sheet/facts";
import { ResourceSheet } from "@/components/kit/sheet/resource-sheet";
import { trpc } from "@/components/kit/trpc";
import { useMay } from "@/components/kit/viewer";
import { Dialog, DialogActions } from "@/components/ui/dialog";
import { notify } from "@/components/ui/notice";
import { exactTime } from "@/components/ui/time";
import { LinkTo, None, When } from "@/components/ui/value";
import { etagOf } from "@/server/kit/etag.rules";
import { type Permission, permissionCatalogue } from "@/server/permissions";
import { apiKeys } from "../api-key.resource";
import styles from "./api-key.module.css";
import { Expiry, isLive, KeyStatus } from "./api-key.words";
import { RotateButton } from "./api-key-rotate.button";

type ApiKey = RecordOf<"apiKeys">;

const labelOf = (scope: string) => (scope === "*" ? "Everything" : permissionCatalogue[scope as Permission]?.[0]);

const KeyLink = ({ id, prefix }: { id: string; prefix: string }) => (
  <LinkTo href={apiKeys.record(id)}>
    <code>pd_{prefix}_…</code>
  </LinkTo>
);

/** To the minute, for an end that is near. */
const Moment = ({ at }: { at: string | null }) => (at ? <time dateTime={at}>{exactTime(at)}</time> : <None />);

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
  const revoke = trpc.apiKeys.revoke.useMutation();
  const mayWrite = useMay()(apiKeys.may.write);
  if (!mayWrite || !isLive(record)) return null;
  const run = async () => {
    await attempt(async () => {
      await revoke.mutateAsync({ id: record.id, ifMatch: etagOf(record) });
      notify(`${record.name} revoked`);
    });
    setIsAsking(false);
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

/** The other key of a rotation, and when the old one of the two ends. */
function Rotation({ record }: { record: ApiKey }) {
  const { replaces, replacedBy } = record;
  const facts: [string, ReactNode][] = [];
  if (replacedBy)
    facts.push([
      "Replaced by",
      <span key="by">
        <KeyLink {...replacedBy} />
        {isLive(record) && (
          <>
            ; this one ends <Moment at={record.expiresAt} />
          </>
        )}
      </span>,
    ]);
  if (replaces)
    facts.push([
      "Replaces",
      <span key="of">
        <KeyLink {...replaces} />
        {isLive(replaces) ? (
          <>
            , which works until <Moment at={replaces.expiresAt} />; last used <When at={replaces.lastUsedAt} />
          </>
        ) : (
          ", which has ended"
        )}
      </span>,
    ]);
  return facts.length > 0 ? <Facts facts={facts} /> : null;
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
    <Rotation record={record} />
    <Section title="May do">
      <Scopes scopes={record.scopes} />
    </Section>
  </>
);

export const ApiKeySheet = ({ id }: { id: string }) => (
  <ResourceSheet
    of={apiKeys}
    id={id}
    beside={(record) => <KeyStatus {...record} />}
    actions={(record) => (
      <>
        <RotateButton key={record.id} record={record} />
        <RevokeButton record={record} />
      </>
    )}
    overview={(record) => <Overview record={record} />}
  />
);
