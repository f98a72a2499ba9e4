import { IconFileImport, IconMessage2 } from "@tabler/icons-react";
import { resource } from "@/components/kit/resource";
import type { Screen } from "@/components/kit/screen";
import { moduleNames } from "@/server/platform/product-name/product-name.rules";

export const messages = resource("messages", {
  one: "message",
  many: "messages",
  at: "/messages",
  icon: IconMessage2,
  may: { read: "message.read", write: "message.write" },
  audited: "message",
  title: (record) => record.name,
  search: "keyword",
  words: { name: "Name", moduleId: "Module", description: "Description" },
  shown: {
    "module.label": { title: "Module", values: moduleNames },
    keyword: "Keyword",
    languageId: "Value in",
    value: "Value",
    missingLanguageIds: "Missing translations",
    otherTokensLanguageIds: "Other tokens in",
  },
});

export const messageImport: Screen = {
  heading: "Import messages",
  at: "/messages/import",
  icon: IconFileImport,
  needs: messages.may.write,
  isUnlisted: true,
};
