import { IconCpu } from "@tabler/icons-react";
import { pers } from "@/app/(backoffice)/(devices)/pers/pers.resource";
import { resource } from "@/components/kit/resource";
import { linkTypeWords } from "@/server/companies/fleet/link-type.rules";

/** The links of one company to PERS devices, as a tab of its sheet. */
export const companyPersLinks = resource("companyPersLinks", {
  one: "link",
  many: "PERS links",
  at: "/companies",
  icon: IconCpu,
  may: { read: "company-pers-link.read", write: "company-pers-link.write" },
  audited: "company-pers-link",
  title: ({ pers: { nuSerialPersNumber } }) => nuSerialPersNumber,
  search: "serialPersNumber",
  words: {
    persId: ["PERS device", pers],
    linkType: { title: "Type", values: linkTypeWords },
    startDate: "From|a time",
    endDate: "Until|a time",
    comment: "Comment",
  },
  shown: {
    "pers.nuSerialPersNumber": "PERS device",
    "pers.modelPERS": "Model",
    serialPersNumber: "Serial number",
    modelPERS: "Model",
    grantedByCompanyId: "Handed over",
  },
  create: false,
});
