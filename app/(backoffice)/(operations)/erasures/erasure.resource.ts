import { IconUserOff } from "@tabler/icons-react";
import { resource } from "@/components/kit/resource";
import { erasureWords } from "@/server/overview/privacy/erasure.rules";

export const erasures = resource("erasures", {
  one: "erasure",
  many: "erasures",
  at: "/erasures",
  icon: IconUserOff,
  may: { read: "privacy.read", write: "privacy.erase" },
  audited: "erasure",
  title: (record) => record.pseudonym,
  search: "pseudonym",
  words: {},
  shown: {
    pseudonym: "Pseudonym",
    status: { title: "Status", values: erasureWords },
    requestedBy: "Requested by",
    confirmedBy: "Confirmed by",
    createdAt: "Requested",
    doneAt: "Erased on",
    id: "ID",
  },
  verbs: {
    erase: "confirmed this, and the person was erased",
    "erase-again": "erased the person again after a restore",
    cancel: "gave this up",
  },
  create: false,
});
