"use client";

import type { inferRouterOutputs } from "@trpc/server";
import type { ReactNode } from "react";
import type { AppRouter } from "@/server/root";
import { t } from "@/texts/t";
import { useAudited } from "../audited";
import { RecordLink } from "../record-link";
import { opening } from "../value-text";
import { isWhole, shownChanges } from "./change-event";
import { ChangeList, type Changes } from "./changes";
import { TimeLine } from "./time-line";

type Latest = inferRouterOutputs<AppRouter>["audit"]["latest"]["items"];
type Entry = Pick<Latest[number], "action" | "changes" | "objectType" | "objectId" | "objectLabel">;

const done: Record<string, string> = {
  create: "Created",
  remove: "Deleted",
  restore: "Restored",
  translate: "Translated",
  end: "Ended",
};

/** How many fields of a change are named where many changes stand below each other. */
const shownFields = 3;

const first = (changes: Changes): Changes => Object.fromEntries(Object.entries(changes).slice(0, shownFields));

/** What was done to which record, with the way to it, and what of it differs since. */
export function useChangeWords(): (entry: Entry) => { what: ReactNode; children: ReactNode } {
  const audited = useAudited();
  return ({ action, changes, objectType, objectId, objectLabel }) => {
    const { of, page, one } = audited(objectType);
    const label = objectLabel ?? "";
    const shown = of && !isWhole(action) ? shownChanges(action, changes, of) : {};
    const more = Object.keys(shown).length - shownFields;
    return {
      what: (
        <>
          {opening(t(done[action] ?? of?.verbs[action] ?? "Changed"))}: {one}{" "}
          {page && label && action !== "remove" ? (
            <RecordLink of={page} id={objectId}>
              {label}
            </RecordLink>
          ) : (
            label
          )}
        </>
      ),
      children: of && (
        <>
          <ChangeList of={of} changes={first(shown)} />
          {more > 0 && <small>{t("{count} more fields", { count: more })}</small>}
        </>
      ),
    };
  };
}

/** The last changes of many records, each with who made it. */
export function LatestChanges({ items }: { items: Latest }) {
  const wordsOf = useChangeWords();
  return (
    <TimeLine
      events={items.map((entry) => ({ id: entry.id, at: entry.at, who: entry.actorLabel, ...wordsOf(entry) }))}
    />
  );
}
