import { IconMessage2 } from "@tabler/icons-react";
import { resource } from "@/components/kit/resource";
import { textImportOf, textShown, textWords } from "../_screens/text.words";

export const messages = resource("messages", {
  one: "message",
  many: "messages",
  at: "/messages",
  icon: IconMessage2,
  may: { read: "message.read", write: "message.write" },
  audited: "message",
  title: (record) => record.name,
  search: "keyword",
  words: textWords,
  shown: { ...textShown, otherTokensLanguageIds: "Other tokens in" },
});

export const messageImport = textImportOf(messages, "Import messages");
