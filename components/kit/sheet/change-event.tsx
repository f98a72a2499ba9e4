import type { inferRouterOutputs } from "@trpc/server";
import type { AppRouter } from "@/server/root";
import { t } from "@/texts/t";
import { useVerb } from "../audited";
import { BulkMention } from "../bulk/bulk-mention";
import type { RecordName, Resource } from "../resource";
import type { AnyRecord } from "../resource-hooks";
import { isUndone, isWayBack } from "./activity.rules";
import { ChangeList, type Changes } from "./changes";
import styles from "./sheet.module.css";
import type { TimeLineEvent } from "./time-line";

type Entry = inferRouterOutputs<AppRouter>["timeLine"]["of"]["items"][number];
export type Change = Extract<Entry, { type: "change" }>;

/** Whether a whole record came or went, so that no field of it differs. */
export const isWhole = (action: string) => ["create", "remove", "restore", "remove-for-good"].includes(action);
export const ordinary = (action: string) => action === "update" || action === "translate";

/** Of an action of the resource's own, only the changes that the screen has words for, or that are named in words. */
export const shownChanges = (action: string, changes: Changes, { allWords }: Resource): Changes =>
  ordinary(action)
    ? changes
    : Object.fromEntries(Object.entries(changes).filter(([field]) => field in allWords || field.includes(" ")));

/** What the actions of every resource did. */
export const verbs: Readonly<Record<string, string>> = {
  create: "created this",
  update: "changed this",
  remove: "deleted this",
  restore: "restored this",
  "remove-for-good": "deleted this for good",
  translate: "translated this",
  "send-again": "resent this",
  drop: "dropped this after a recovery",
};

const doors = { screen: "{what}", rest: "{what} through the API", job: "{what} in the background" };

interface DeedProps {
  of: Resource<RecordName>;
  entry: Change;
  /** it took earlier changes back */
  isBack: boolean;
}

/** What was done, and through which door. */
function Deed({ of, entry: { action, door }, isBack }: DeedProps) {
  const verb = useVerb(of, action);
  return t(doors[door], { what: t(isBack ? "reverted this" : (verbs[action] ?? verb ?? "changed this")) });
}

/** Whether there is something to take back, by fields that can be written. */
export const isRevertible = (action: string, changes: Changes, { words }: Resource, record: Record<string, unknown>) =>
  action === "update" && Object.keys(changes).every((field) => field in words) && !isUndone(changes, record);

interface About {
  of: Resource<RecordName>;
  record: AnyRecord;
  entry: Change;
  /** what was changed before it */
  earlier: Change[];
  /** asks whether to take it back; none where the person may not */
  revert: ((changes: Changes) => void) | undefined;
}

/** A change of the record as its time line shows it. */
export function changed({ of, record, entry, earlier, revert }: About): TimeLineEvent {
  const { id, at, actorLabel, action, changes } = entry;
  const updates = earlier.filter((one) => one.action === "update").map((one) => one.changes);
  const isBack = action === "update" && isWayBack(changes, updates);
  const values: Record<string, unknown> = { ...record };
  return {
    id,
    at,
    who: actorLabel,
    what: <Deed of={of} entry={entry} isBack={isBack} />,
    tone: action === "remove" ? "bad" : action === "create" ? "accent" : undefined,
    children: !isWhole(action) && (
      <>
        <ChangeList of={of} changes={shownChanges(action, changes, of)} />
        {entry.bulk && <BulkMention of={of} bulk={entry.bulk} />}
        {revert && isRevertible(action, changes, of, values) && (
          <button type="button" className={styles.revert} onClick={() => revert(changes)}>
            {t("Revert")}
          </button>
        )}
      </>
    ),
  };
}
