import { IconVersions } from "@tabler/icons-react";
import { resource } from "@/components/kit/resource";
import { firmwareTypes } from "@/server/devices/firmware-version/firmware-version.rules";
import { firmwareCategories } from "../firmware-categories/firmware-category.resource";

export const firmwareVersions = resource("firmwareVersions", {
  one: "firmware version",
  many: "firmware versions",
  at: "/firmware-versions",
  icon: IconVersions,
  may: { read: "firmware.read", write: "firmware.write" },
  audited: "firmware-version",
  title: (record) => record.label,
  search: "firmwareVersion",
  words: {
    firmwareVersion: "Version",
    categoryId: ["Category", firmwareCategories],
    updateId: "Update",
    firmwareType: { title: "Type", values: firmwareTypes },
    releaseNote: "Release note",
    isActivated: "Active",
    signature: "Signature",
  },
  shown: { uuid: "UUID", persCount: "Devices", compatiblePers: "Model", segments: "Segments" },
  recorded: { image: "Image" },
  verbs: {
    "regenerate-uuid": "regenerated the UUID",
    "add-compatible-pers": "added a model",
    "remove-compatible-pers": "removed a model",
    "upload-image": "uploaded an image",
    "replace-segments": "replaced the segments",
    "remove-segments": "removed the segments",
  },
});
