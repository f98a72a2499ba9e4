import { IconShieldLock } from "@tabler/icons-react";
import { resource } from "@/components/kit/resource";
import { t } from "@/texts/t";

export const privacyPolicies = resource("privacyPolicies", {
  one: "privacy policy version",
  many: "privacy policy versions",
  heading: "Privacy policy",
  at: "/privacy-policies",
  icon: IconShieldLock,
  may: { read: "privacy-policy.read", write: "privacy-policy.write" },
  audited: "privacy-policy",
  title: (record) => t("Version {version}", { version: record.version }),
  search: "languageId",
  words: {},
  shown: {
    version: "Version",
    publishedAt: "Published",
    languageId: "Language",
    missingLanguageIds: "Missing translations",
  },
  recorded: { number: "Version" },
  verbs: { publish: "published this" },
  create: false,
});
