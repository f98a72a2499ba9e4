import { z } from "zod";
import { listInput } from "@/server/kit/list.schema";
import { Id, Instant, Stamps, Text } from "@/server/kit/wire";

const fields = {
  id: Id,
  name: z.string(),
  prefix: z.string(),
  scopes: z.array(z.string()),
  lastUsedAt: Instant.nullable(),
  expiresAt: Instant.nullable(),
  revokedAt: Instant.nullable(),
  ...Stamps,
};

export const ApiKey = z.object(fields);
/** With the key itself, which is never shown again. */
export const NewApiKey = z.object({ ...fields, key: z.string() });

export const CreateApiKey = z.object({
  name: Text(80),
  scopes: z
    .array(z.string().max(100))
    .min(1, "Choose at least one.")
    .max(1000)
    .meta({ description: 'Permission codes, or "*" for all.' }),
  expiresAt: z.iso.datetime({ offset: true, error: "Give a date and time." }).nullish(),
});

export const ListApiKeys = listInput({
  sort: ["name", "lastUsedAt", "expiresAt", "revokedAt", "createdAt"],
  filters: { name: z.string().max(200), live: z.boolean() },
});
