import { IconWorld } from "@tabler/icons-react";
import { resource } from "@/components/kit/resource";
import { languageName } from "@/server/kit/language/language-name.rules";

export const languages = resource("languages", {
  one: "language",
  many: "languages",
  at: "/languages",
  icon: IconWorld,
  may: { read: "language.read", write: "language.write" },
  audited: "language",
  title: languageName,
  search: "name",
  bulk: { status: "boolean" },
  words: { name: "Name", code: "Code", status: "On", isDefault: "Default language" },
  shown: { missingLanguageIds: "Missing translations" },
});
