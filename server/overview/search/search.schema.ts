import { z } from "zod";
import { Id } from "@/server/kit/call/wire";

export const SearchInput = z.object({ term: z.string().trim().min(3).max(100) });

export const SearchHits = z.object({
  items: z.array(
    z.object({
      kind: z.string().meta({ description: "The router that reads it, by its name in server/root.ts." }),
      id: Id,
      label: z.string(),
      detail: z.string().nullable(),
    }),
  ),
});
