import { IconFlag } from "@tabler/icons-react";
import { resource } from "@/components/kit/resource";

export const countries = resource("countries", {
  one: "country",
  many: "countries",
  at: "/countries",
  icon: IconFlag,
  may: { read: "country.read", write: "country.write" },
  audited: "country",
  title: (record) => record.shownName,
  search: "name",
  bulk: { status: "boolean" },
  words: { name: "Name", code: "Code", phonePrefix: "Phone prefix", status: "On" },
  shown: { shownName: "Name", missingLanguageIds: "Missing translations" },
});
