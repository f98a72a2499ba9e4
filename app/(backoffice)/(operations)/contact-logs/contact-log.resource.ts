import { IconMessage } from "@tabler/icons-react";
import { resource } from "@/components/kit/resource";
import { contactTypes, contactTypeWord } from "@/server/operations/contact-log/contact-log.rules";
import { appNames } from "@/server/platform/product-name/product-name.rules";
import { t } from "@/texts/t";

export const contactLogs = resource("contactLogs", {
  one: "contact log",
  many: "contact logs",
  at: "/contact-logs",
  icon: IconMessage,
  may: { read: "contact-log.read", write: "contact-log.write" },
  audited: "contact-log",
  title: (record) => t(contactTypeWord(record.type)),
  search: "email",
  words: {},
  shown: {
    email: "E-mail",
    firstName: "First name",
    lastName: "Last name",
    type: { title: "Type", values: contactTypes },
    content: "Message",
    platformTechKey: { title: "App", values: appNames },
    receivedAt: "Received",
    startDate: "Received",
    isAnonymized: "Anonymised",
    anonymizedAt: "Anonymised on",
    id: "ID",
  },
  verbs: {
    anonymize: "anonymised this",
    reveal: "brought the personal data of this back",
    "delete-anonymized": "deleted anonymised contact logs",
  },
  create: false,
});
