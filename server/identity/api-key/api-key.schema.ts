import { z } from "zod";
import { NameText } from "@/server/kit/call/name.schema";
import { byId, Id, Instant, Search, SecretShown, Stamps, StoredInstant, Text } from "@/server/kit/call/wire";
import { listInput } from "@/server/kit/list/list.schema";
import { Overlap } from "@/server/kit/value/overlap.rules";
import { choice, said } from "@/server/kit/value/words.rules";
import { PermissionCode } from "../catalogue/permission.schema";
import { keyStatusWords } from "./api-key-status.rules";

const fields = {
  id: Id,
  name: z.string(),
  prefix: z.string().register(said, { text: (prefix) => `pd_${prefix}_…` }),
  status: choice(keyStatusWords),
  scopes: z.array(PermissionCode),
  lastUsedAt: Instant.nullable(),
  expiresAt: Instant.nullable(),
  revokedAt: Instant.nullable(),
  successorId: Id.nullable(),
  replacedBy: z.object({ id: Id, prefix: z.string() }).nullable(),
  replaces: z
    .object({
      id: Id,
      prefix: z.string(),
      lastUsedAt: Instant.nullable(),
      expiresAt: Instant.nullable(),
      revokedAt: Instant.nullable(),
    })
    .nullable(),
  ...Stamps,
};

export const ApiKey = z.object(fields);
/** With the key itself, which is shown once. */
export const NewApiKey = z.object({ ...fields, key: z.string().optional(), secretShown: SecretShown });

export const CreateApiKey = z.object({
  name: NameText(80),
  scopes: z
    .array(Text(100))
    .min(1, "Choose at least one.")
    .max(1000)
    .meta({ description: 'Permission codes, or "*" for all.' }),
  expiresAt: StoredInstant.nullish(),
});

export const RotateApiKey = byId({ overlap: Overlap });

export const ListApiKeys = listInput({
  sort: ["name", "lastUsedAt", "expiresAt", "revokedAt", "createdAt"],
  filters: { name: Search, live: z.boolean() },
});
