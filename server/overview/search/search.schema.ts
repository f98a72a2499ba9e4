import { z } from "zod";
import { Id } from "@/server/kit/call/wire";

export const SearchInput = z.object({ term: z.string().trim().min(3).max(100) });

const Kind = z.string().meta({ description: "The router that reads it, by its name in server/root.ts." });

export const SearchHits = z.object({
  items: z.array(
    z.object({
      kind: Kind,
      id: Id,
      label: z.string(),
      /** what tells it apart: model, company, rider … */
      about: z.array(z.string()),
      /** when its device was last heard */
      heardAt: z.string().nullable(),
      /** the record whose page it is on, such as the device of an open alert */
      page: z.object({ kind: Kind, id: Id }),
    }),
  ),
  /** the kinds whose list has more of that name */
  more: z.array(Kind),
});
