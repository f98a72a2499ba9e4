import { IconShieldLock } from "@tabler/icons-react";
import { resource } from "@/components/kit/resource";

export const privacyPolicies = resource("privacyPolicies", {
  one: "version of the privacy policy",
  many: "versions of the privacy policy",
  heading: "Privacy policy",
  at: "/privacy-policies",
  domain: "Content",
  icon: IconShieldLock,
  may: { read: "privacy-policy.read", write: "privacy-policy.write" },
  audited: "privacy-policy",
  title: (record) => `Version ${record.version}`,
  search: "languageId",
  words: {},
  shown: {
    version: "Version",
    publishedAt: "Published",
    languageId: "Language",
    missingLanguageIds: "Not translated into",
  },
  recorded: { number: "Version" },
  verbs: { publish: "published this" },
  create: false,
});
