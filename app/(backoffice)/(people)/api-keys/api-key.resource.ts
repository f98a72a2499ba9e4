import { IconKey } from "@tabler/icons-react";
import { resource } from "@/components/kit/resource";

export const apiKeys = resource("apiKeys", {
  one: "API key",
  many: "API keys",
  at: "/api-keys",
  icon: IconKey,
  may: { read: "api-key.read", write: "api-key.write" },
  audited: "api-key",
  title: (record) => record.name,
  search: "name",
  words: { name: "Name", scopes: "Permissions", expiresAt: "Expires" },
  shown: { prefix: "Key", revokedAt: "Status", lastUsedAt: "Last used", createdAt: "Created", live: "Live" },
  verbs: { rotate: "rotated this key", revoke: "revoked this" },
  create: false,
});
