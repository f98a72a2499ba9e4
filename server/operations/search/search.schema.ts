import { z } from "zod";
import { Id } from "@/server/kit/wire";

/** The routers whose records the command palette finds, by their names in `server/root.ts`. */
export const searchKinds = ["pers", "portalUsers", "modelPers", "firmwareVersions", "roles"] as const;
export type SearchKind = (typeof searchKinds)[number];

export const SearchInput = z.object({ term: z.string().trim().min(3).max(100) });

export const SearchHits = z.object({
  items: z.array(z.object({ kind: z.enum(searchKinds), id: Id, label: z.string(), detail: z.string().nullable() })),
});
