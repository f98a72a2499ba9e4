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
import { etagOf } from "@/server/kit/value/etag.rules";
import { type Permission, permissionCatalogue } from "@/server/permissions";
import { Rich } from "@/texts/rich";
import { t, tt } from "@/texts/t";
import { apiKeys } from "../api-key.resource";
import styles from "./api-key.module.css";
import { Expiry, isLive, KeyStatus } from "./api-key.words";
import { RotateKeyButton } from "./api-key-rotate.button";

type ApiKey = RecordOf<"apiKeys">;

const labelOf = (scope: string) => tt(scope === "*" ? "Everything" : permissionCatalogue[scope as Permission]?.label);

const KeyLink = ({ id, prefix }: { id: string; prefix: string }) => (
  <LinkTo href={apiKeys.record(id)}>
    <code>{`pd_${prefix}_…`}</code>
  </LinkTo>
);

/** To the minute, for an end that is near. */
const Moment = ({ at }: { at: string | null }) => (at ? <time dateTime={at}>{exactTime(at)}</time> : <None />);

const Scopes = ({ scopes }: { scopes: string[] }) => (
  <ul className={styles.scopes}>
    {scopes.map((scope) => (
      <li key={scope}>
        {labelOf(scope) ?? t("Permission no longer exists")} <code>{scope}</code>
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
      notify(t("{name} revoked", { name: record.name }));
    });
    setIsAsking(false);
  };
  return (
    <>
      <Button variant="default" c="var(--pd-bad)" onClick={() => setIsAsking(true)}>
        {t("Revoke key")}
      </Button>
      {isAsking && (
        <Dialog title={t("Revoke {name}?", { name: record.name })} onClose={() => setIsAsking(false)}>
          {t("Requests with this key are refused immediately. A revoked key cannot be restored.")}
          <DialogActions>
            <Button variant="default" onClick={() => setIsAsking(false)}>
              {t("Keep it")}
            </Button>
            <Button color="red" loading={revoke.isPending} onClick={run}>
              {t("Revoke key")}
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
            {". "}
            <Rich text="This key stops working on <end/>." parts={{ end: () => <Moment at={record.expiresAt} /> }} />
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
            {". "}
            <Rich
              text="It works until <end/>. Last used: <used/>."
              parts={{
                end: () => <Moment at={replaces.expiresAt} />,
                used: () => <When at={replaces.lastUsedAt} />,
              }}
            />
          </>
        ) : (
          <> {t("(no longer works)")}</>
        )}
      </span>,
    ]);
  return facts.length > 0 ? <Facts facts={facts} /> : null;
}

const Overview = ({ record }: { record: ApiKey }) => (
  <>
    <Facts
      facts={[
        ["Key", <code key="key">{`pd_${record.prefix}_…`}</code>],
        ["Last used", <When key="used" at={record.lastUsedAt} />],
        ["Created", <When key="created" at={record.createdAt} />],
        ["Expires", <Expiry key="expiry" at={record.expiresAt} />],
        ...(record.revokedAt ? [["Revoked", <When key="revoked" at={record.revokedAt} />] as [string, ReactNode]] : []),
      ]}
    />
    <Rotation record={record} />
    <Section title="Permissions">
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
        <RotateKeyButton key={record.id} record={record} />
        <RevokeButton record={record} />
      </>
    )}
    overview={(record) => <Overview record={record} />}
  />
);
