import { IconStack2 } from "@tabler/icons-react";
import { resource } from "@/components/kit/resource";

export const firmwareCategories = resource("firmwareCategories", {
  one: "firmware category",
  many: "firmware categories",
  at: "/firmware-categories",
  icon: IconStack2,
  may: { read: "firmware.read", write: "firmware.write" },
  audited: "firmware-category",
  title: (record) => record.label,
  search: "label",
  words: { label: "Name", description: "Description" },
  shown: { versionsCount: "Versions" },
});
