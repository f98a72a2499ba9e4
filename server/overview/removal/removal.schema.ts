import { z } from "zod";
import { Id, Instant, Text } from "@/server/kit/call/wire";
import { listInput, pageOf } from "@/server/kit/list/list.schema";
import { lostParts } from "@/server/kit/record/removal.rules";

const Kind = Text(60).regex(/^[a-z-]+$/, "The kind of a record, such as pers.");
const ListRouter = Text(60).regex(/^[a-zA-Z]+$/, "The router of a list, such as pers.");

/** A removed record that can be brought back. */
export const Removal = z.object({
  id: Id,
  /** as the audit trail calls it: "pers" */
  kind: Kind,
  objectId: Id,
  /** what people called it */
  title: z.string(),
  at: Instant,
  by: z.string(),
  /** when it is gone for good */
  until: Instant,
  company: z.object({ id: Id, name: z.string() }).nullable(),
  /** the caller may bring it back */
  mayRestore: z.boolean(),
});

export const ListRemovals = listInput({
  sort: ["at", "title", "until"],
  filters: {
    kind: Kind,
    title: Text(200),
    byId: Id,
    ofCompanyId: Id,
    partOf: Id.meta({ description: "A record that they belonged to when they were removed." }),
  },
  order: "at:desc",
});
export const RemovalPage = pageOf(Removal);

/** The kinds that the caller finds among removed records, and of which kind the lists are. */
export const RemovalKinds = z.object({ kinds: z.array(Kind), lists: z.record(ListRouter, Kind) });

/** The record that had this address. */
export const OfAddress = z.object({ list: ListRouter, objectId: Id });
export const Found = z.object({ removal: Removal.nullable() });

/** What bringing it back would do: what does not return, and in a sentence what is in the way. */
export const Rehearsal = z.object({ lost: z.array(z.enum(lostParts)), obstacle: z.string().nullable() });

/** What came back. */
export const Returned = z.object({ kind: Kind, objectId: Id });
