import { z } from "zod";
import { Id, Instant, Moment } from "@/server/kit/call/wire";
import { HistoryEntry } from "@/server/overview/audit/audit.schema";
import { SheetActivity } from "@/server/platform/sheet-activity/sheet-activity.schema";

/** Of one instant the greater id is newer; an id is unique on its time line. */
const Placed = z.object({ id: z.string(), at: Instant, kind: z.string() });

const Changed = HistoryEntry.pick({ actorLabel: true, action: true, changes: true, door: true }).extend({
  ...Placed.shape,
  type: z.literal("change"),
  /** what was changed where it is not the object itself but something that belongs to it */
  of: z.object({ objectType: z.string(), objectId: Id, objectLabel: z.string().nullable() }).optional(),
  /** the bulk change that it was a part of, and how many records that changed */
  bulk: z.object({ id: Id, changed: z.int() }).optional(),
});

const Noted = Placed.extend({ type: z.literal("note"), note: SheetActivity });

const Happened = Placed.extend({
  type: z.literal("event"),
  what: z.string(),
  about: z.object({ id: Id, label: z.string() }).nullable(),
  facts: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
});

export const TimeLineInput = z.object({
  /** the kind of object by its name in the audit trail, such as "pers" */
  objectType: z.string().max(80),
  objectId: Id,
  /** whether notes are kept on this kind of object: those of the record, never another kind's */
  notes: z.boolean().optional(),
  /** of these kinds only; of all that the caller may read where not said */
  kinds: z.array(z.string().max(40)).max(20).optional(),
  /** the last one already seen: older ones follow it */
  cursor: z.object({ at: Moment, id: z.string().max(80) }).optional(),
  limit: z.int().min(1).max(100).default(30),
});

/** `kinds`: those that the caller may read of this object. */
export const TimeLinePage = z.object({
  kinds: z.array(z.string()),
  items: z.array(z.discriminatedUnion("type", [Changed, Noted, Happened])),
  hasMore: z.boolean(),
});
