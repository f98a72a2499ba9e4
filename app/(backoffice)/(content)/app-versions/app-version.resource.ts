import { IconDeviceMobile } from "@tabler/icons-react";
import { resource } from "@/components/kit/resource";

export const appVersions = resource("appVersions", {
  one: "app version",
  many: "app versions",
  at: "/app-versions",
  icon: IconDeviceMobile,
  may: { read: "app-version.read", write: "app-version.write" },
  audited: "app-version",
  title: (record) => `${record.platformTech.label} ${record.version} for ${record.os}`,
  search: "version",
  words: {
    platformTechId: "App",
    os: { title: "System", values: { Android: "Android", iOS: "iOS", Web: "Web" } },
    version: "Version",
    isActive: "On",
    isMandatory: "Mandatory",
    storeUrl: "Store address",
  },
  shown: { "platformTech.label": "App", missingLanguageIds: "Missing release notes" },
  recorded: { number: "Version" },
});
