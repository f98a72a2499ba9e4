import { IconMessageOff } from "@tabler/icons-react";
import { resource } from "@/components/kit/resource";
import { contactTypes, contactTypeWord } from "@/server/operations/contact-log/contact-log.rules";
import { appNames } from "@/server/platform/product-name/product-name.rules";
import { t } from "@/texts/t";

export const anonymizedContactLogs = resource("anonymizedContactLogs", {
  one: "anonymised contact log",
  many: "anonymised contact logs",
  at: "/anonymized-contact-logs",
  icon: IconMessageOff,
  may: { read: "contact-log.read", write: "contact-log.write" },
  title: (record) => t(contactTypeWord(record.type)),
  search: "type",
  words: {},
  shown: {
    type: { title: "Type", values: contactTypes },
    platformTechKey: { title: "App", values: appNames },
    receivedAt: "Received",
    startDate: "Received",
    anonymizedAt: "Anonymised on",
    id: "ID",
  },
  create: false,
});
