import { IconMessage2 } from "@tabler/icons-react";
import { languages } from "@/app/(backoffice)/(content)/languages/language.resource";
import { resource } from "@/components/kit/resource";
import { vehicleBrands } from "../vehicle-brands/vehicle-brand.resource";

export const vehicleBrandMessages = resource("vehicleBrandMessages", {
  one: "brand message",
  many: "brand messages",
  at: "/vehicle-brand-messages",
  icon: IconMessage2,
  may: { read: "vehicle-brand-message.read", write: "vehicle-brand-message.write" },
  audited: "vehicle-brand-message",
  title: (record) => record.title,
  search: "title",
  bulk: { vehicleBrandId: "word", languageId: "word", isActivated: "boolean" },
  words: {
    vehicleBrandId: ["Brand", vehicleBrands],
    languageId: ["Language", languages],
    title: "Title",
    content: "Content",
    isActivated: "Shown to riders",
  },
});
