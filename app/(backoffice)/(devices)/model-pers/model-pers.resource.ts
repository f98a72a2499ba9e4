import { IconDeviceWatch } from "@tabler/icons-react";
import { resource } from "@/components/kit/resource";

export const modelPers = resource("modelPers", {
  one: "PERS model",
  many: "PERS models",
  at: "/model-pers",
  icon: IconDeviceWatch,
  may: { read: "model-pers.read", write: "model-pers.write" },
  audited: "model-pers",
  title: (record) => record.label,
  search: "label",
  shown: { picture: "Picture" },
  words: { label: "Name", description: "Description" },
});
