"use client";

import type { inferRouterOutputs } from "@trpc/server";
import { actionWords } from "@/server/overview/audit/action-words.rules";
import type { AppRouter } from "@/server/root";
import { t } from "@/texts/t";
import { useAudited } from "../audited";
import { RecordLink } from "../record-link";
import { opening } from "../value-text";
import { isWhole, ordinary, shownChanges } from "./change-event";
import { ChangeBones, ChangeList } from "./changes";
import { TimeLine, type TimeLineEvent } from "./time-line";

type Latest = inferRouterOutputs<AppRouter>["audit"]["latest"]["items"][number];
export type ChangedRecord = Omit<Latest, "door">;
type Entry = ChangedRecord;

/** How many fields of a change are named where many changes stand below each other. */
const shownFields = 3;

/** What was done to which record, with the way to it. */
export function Done({ entry: { action, objectType, objectId, objectLabel } }: { entry: Entry }) {
  const { page, one, verbOf } = useAudited(objectType);
  return (
    <span data-words>
      {opening(t(actionWords[action] ?? verbOf(action) ?? "Changed"))}: {objectType !== "session" && one}{" "}
      {page && objectLabel && action !== "remove" ? (
        <RecordLink of={page} id={objectId}>
          {objectLabel}
        </RecordLink>
      ) : (
        objectLabel
      )}
    </span>
  );
}

/** The first fields that differ since. */
export function Differing({ entry: { action, changes, objectType } }: { entry: Entry }) {
  const { of, isWaiting } = useAudited(objectType);
  if (isWhole(action) || (!of && !(isWaiting && ordinary(action)))) return null;
  const shown = Object.entries(of ? shownChanges(action, changes, of) : changes);
  const first = Object.fromEntries(shown.slice(0, shownFields));
  const more = shown.length - shownFields;
  return (
    <>
      {of ? <ChangeList of={of} changes={first} /> : <ChangeBones changes={first} />}
      {more > 0 && <small>{t("{count} more fields", { count: more })}</small>}
    </>
  );
}

/** A change of one of many records, as a time line shows it. */
export const changedRecord = (entry: Entry): TimeLineEvent => ({
  id: entry.id,
  at: entry.at,
  who: entry.actorLabel,
  what: <Done entry={entry} />,
  children: <Differing entry={entry} />,
});

/** The last changes of many records, each with who made it. */
export const LatestChanges = ({ items }: { items: readonly Entry[] }) => <TimeLine events={items.map(changedRecord)} />;
