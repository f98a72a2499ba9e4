import { z } from "zod";
import { Id, Instant } from "@/server/kit/wire";

/** One change of one record; `changes` is field → [before, after]. */
export const HistoryEntry = z.object({
  id: Id,
  at: Instant,
  actorType: z.enum(["user", "key", "system"]),
  actorLabel: z.string(),
  actingForId: Id.nullable(),
  objectId: Id,
  objectLabel: z.string().nullable(),
  action: z.string(),
  changes: z.record(z.string(), z.tuple([z.unknown(), z.unknown()])),
  door: z.enum(["screen", "rest", "job"]),
});

export const HistoryInput = z.object({
  /** the resource's name in the audit trail, such as "model-pers" */
  objectType: z.string().max(80),
  objectId: Id,
  /** the last entry already seen: older ones follow it */
  cursor: Id.optional(),
  limit: z.int().min(1).max(100).default(30),
});

export const History = z.object({ items: z.array(HistoryEntry), hasMore: z.boolean() });

/** The last things that happened in a company, without what they changed. */
export const Latest = z.object({
  items: z.array(
    HistoryEntry.pick({ id: true, at: true, actorLabel: true, objectLabel: true, action: true }).extend({
      objectType: z.string(),
    }),
  ),
});
