import { z } from "zod";
import { Id, Instant, Moment, Search, Text } from "@/server/kit/call/wire";
import { listInput } from "@/server/kit/list/list.schema";
import { said } from "@/server/kit/value/words.rules";
import { t } from "@/texts/t";
import { actionWords } from "./action-words.rules";

/** One change of one record; `changes` is field → [before, after]. */
export const HistoryEntry = z.object({
  id: Id,
  at: Instant,
  actorLabel: z.string(),
  objectLabel: z.string().nullable(),
  action: z.string().register(said, { text: (action) => t(actionWords[action] ?? "Changed") }),
  changes: z.record(z.string(), z.tuple([z.unknown(), z.unknown()])),
  door: z.enum(["screen", "rest", "job"]),
});

/** The last changes, each with what it is a change of. */
export const Latest = z.object({ items: z.array(HistoryEntry.extend({ objectType: z.string(), objectId: Id })) });

/** A change of any record as the history of all has it. */
export const HistoryRow = HistoryEntry.extend({
  objectType: z.string(),
  objectId: Id,
  company: z.object({ id: Id, name: z.string() }).nullable(),
  /** what was there before and after, field by field, in one text each */
  differences: z.array(z.string()),
});

/** The same as the people of the company see it: staff are "Persdesk", and fields that are internal are left out. */
export const CompanyHistoryRow = HistoryRow.omit({ company: true });

const door = z.enum(["screen", "rest", "job"]);
const filters = { kind: Text(80), objectId: Id, objectLabel: Search };
const place = { door, startDate: Moment, endDate: Moment };

export const ListHistory = listInput({
  sort: ["at"],
  filters: { actorId: Id, ...filters, inCompanyId: Id, ...place },
  order: "at:desc",
});

export const ListCompanyHistory = listInput({
  sort: ["at"],
  filters: {
    ...filters,
    ...place,
    companyId: Id,
    memberId: Id.meta({ description: "A membership, of whom it lists the changes." }),
  },
  order: "at:desc",
});
