import { z } from "zod";
import { Id, Instant } from "@/server/kit/call/wire";

/** One change of one record; `changes` is field → [before, after]. */
export const HistoryEntry = z.object({
  id: Id,
  at: Instant,
  actorLabel: z.string(),
  objectLabel: z.string().nullable(),
  action: z.string(),
  changes: z.record(z.string(), z.tuple([z.unknown(), z.unknown()])),
  door: z.enum(["screen", "rest", "job"]),
});

/** The last changes, each with what it is a change of. */
export const Latest = z.object({ items: z.array(HistoryEntry.extend({ objectType: z.string(), objectId: Id })) });
