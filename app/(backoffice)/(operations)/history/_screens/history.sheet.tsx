"use client";

import { Button } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { Allowed } from "@/components/kit/allowed";
import { useAudited } from "@/components/kit/audited";
import { useBase, useLinks } from "@/components/kit/base";
import type { RecordName, RecordOf, Resource } from "@/components/kit/resource";
import { wordOf } from "@/components/kit/resource";
import { hooksOf } from "@/components/kit/resource-hooks";
import { isRevertible, isWhole } from "@/components/kit/sheet/change-event";
import { ChangeList } from "@/components/kit/sheet/changes";
import { Facts, Section } from "@/components/kit/sheet/facts";
import { Done } from "@/components/kit/sheet/latest-changes";
import { ResourceSheet } from "@/components/kit/sheet/resource-sheet";
import { RevertDialog } from "@/components/kit/sheet/revert-dialog";
import { At, LinkTo, None } from "@/components/ui/value";
import { t } from "@/texts/t";
import { history } from "../history.resource";

type Change = Omit<RecordOf<"audit">, "company"> & Partial<Pick<RecordOf<"audit">, "company">>;

/** The way back to what was there before, where the record has other values now and the person may write it. */
function RevertButton({ of, change }: { of: Resource<RecordName>; change: Change }) {
  const [isAsked, setIsAsked] = useState(false);
  const { where } = useBase();
  const record = hooksOf(of.router).get.useQuery({ ...where, id: change.objectId }, { retry: false }).data;
  if (!record || !isRevertible(change.action, change.changes, of, { ...record })) return null;
  return (
    <>
      <Allowed needs={of.may.write}>
        <Button variant="default" onClick={() => setIsAsked(true)}>
          {t("Revert")}
        </Button>
      </Allowed>
      {isAsked && <RevertDialog of={of} record={record} changes={change.changes} onClose={() => setIsAsked(false)} />}
    </>
  );
}

/** What can be done about a change. */
export function ChangeActions({ change }: { change: Change }) {
  const { page } = useAudited(change.objectType);
  if (!page?.may.write || isWhole(change.action)) return null;
  return <RevertButton of={page} change={change} />;
}

/** The way to the record; of one that was removed, its address has the way back. */
function RecordOfChange({ page, change }: { page: Resource<RecordName>; change: Change }) {
  return <LinkTo href={useLinks(page).record(change.objectId)}>{change.objectLabel ?? change.objectId}</LinkTo>;
}

/** Who changed what, and what was there before; inside a company its name goes without saying. */
export function ChangeOverview({ change }: { change: Change }) {
  const { of, page, one } = useAudited(change.objectType);
  const { actorLabel, at, company, door, objectLabel, changes } = change;
  return (
    <>
      <Facts
        facts={[
          ["Change", <Done key="c" entry={change} />],
          ["Person", actorLabel],
          ["When", <At key="w" at={at} />],
          ["Type", one],
          ["Record", page ? <RecordOfChange key="r" page={page} change={change} /> : (objectLabel ?? <None key="r" />)],
          ...(company === undefined ? [] : [["Company", company?.name ?? <None key="f" />] as [string, ReactNode]]),
          ["Door", wordOf(history, "door").values?.[door] ?? door],
        ]}
      />
      {of && Object.keys(changes).length > 0 && (
        <Section title="Before and after">
          <ChangeList of={of} changes={changes} />
        </Section>
      )}
    </>
  );
}

/** One change: who made it, of what, and what was there before; with the way back where there is one. */
export const HistorySheet = ({ id }: { id: string }) => (
  <ResourceSheet
    of={history}
    id={id}
    actions={(change) => <ChangeActions change={change} />}
    overview={(change) => <ChangeOverview change={change} />}
  />
);
