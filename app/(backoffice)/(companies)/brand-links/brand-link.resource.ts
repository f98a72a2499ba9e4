import { IconLink } from "@tabler/icons-react";
import { vehicleBrands } from "@/app/(backoffice)/(devices)/vehicle-brands/vehicle-brand.resource";
import { resource } from "@/components/kit/resource";
import { linkTypeWords } from "@/server/companies/fleet/link-type.rules";
import { t } from "@/texts/t";
import { linkTypeText } from "../companies/_screens/link-type.words";
import { companies } from "../companies/company.resource";

export const brandLinks = resource("companyVehicleBrandLinks", {
  one: "brand link",
  many: "brand links",
  at: "/brand-links",
  icon: IconLink,
  may: { read: "company-vehicle-brand-link.read", write: "company-vehicle-brand-link.write" },
  audited: "company-vehicle-brand-link",
  title: ({ company, vehicleBrand, linkType }) =>
    t("{company}: {brand}, {type}", { company: company.name, brand: vehicleBrand.name, type: linkTypeText(linkType) }),
  search: "name",
  words: {
    companyId: ["Company", companies],
    vehicleBrandId: ["Brand", vehicleBrands],
    linkType: { title: "Type", values: linkTypeWords },
  },
  shown: { name: "Company or brand", grantedByCompanyId: ["Handed over", companies] },
});
