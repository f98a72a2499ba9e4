import { IconDeviceMobile } from "@tabler/icons-react";
import { resource } from "@/components/kit/resource";
import { productName } from "@/server/platform/product-name/product-name.rules";
import { t } from "@/texts/t";

export const appVersions = resource("appVersions", {
  one: "app version",
  many: "app versions",
  at: "/app-versions",
  icon: IconDeviceMobile,
  may: { read: "app-version.read", write: "app-version.write" },
  audited: "app-version",
  title: ({ platformTech, version, os }) =>
    t("{app} {version} for {os}", { app: productName(platformTech.label), version, os }),
  search: "version",
  bulk: { isActive: "boolean", isMandatory: "boolean" },
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
