import { z } from "zod";
import { LinkType, ShownLinkType } from "@/server/companies/fleet/company-pers-link/company-pers-link.schema";
import { Id, Search, Stamps } from "@/server/kit/call/wire";
import { listInput } from "@/server/kit/list/list.schema";
import { said } from "@/server/kit/value/words.rules";
import { t } from "@/texts/t";

export const CompanyVehicleBrandLink = z
  .object({
    id: Id,
    companyId: Id,
    company: z.object({ id: Id, name: z.string() }),
    vehicleBrandId: Id,
    vehicleBrand: z.object({ id: Id, name: z.string() }),
    linkType: ShownLinkType,
    grantedByCompanyId: Id.nullable()
      .meta({ description: "the company that handed the brand over; null: staff" })
      .register(said, { text: () => t("Yes"), none: "No" }),
    ...Stamps,
  })
  .meta({ id: "ResponseCompanyVehicleBrandLinkDTO" });

export const CreateCompanyVehicleBrandLink = z
  .object({ companyId: Id, vehicleBrandId: Id, linkType: LinkType })
  .meta({ id: "CreateCompanyVehicleBrandLinkDTO" });

export const UpdateCompanyVehicleBrandLink = z
  .object({ linkType: LinkType.optional() })
  .meta({ id: "UpdateCompanyVehicleBrandLinkDTO" });

export const ListCompanyVehicleBrandLinks = listInput({
  sort: ["company.name", "vehicleBrand.name", "linkType", "createdAt", "updatedAt"],
  filters: {
    vehicleBrandId: Id,
    companyId: Id,
    linkType: LinkType,
    name: Search.meta({ description: "Part of the company's or the brand's name." }),
  },
});
