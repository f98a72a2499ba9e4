import { companies, companyVehicleBrandLinks as links, vehicleBrands } from "@/db/schema";
import { equals } from "@/server/kit/list/list-filters";
import { linkOf } from "@/server/kit/list/list-link";
import { listService } from "@/server/kit/list/list-service";
import { recordService } from "@/server/kit/record/record-service";
import { ListCompanyVehicleBrandLinks } from "./company-vehicle-brand-link.schema";

const { joins, sort, byName, load } = linkOf(links, {
  company: { table: companies, by: links.companyId },
  vehicleBrand: { table: vehicleBrands, by: links.vehicleBrandId },
});

const list = listService({
  table: links,
  company: links.companyId,
  input: ListCompanyVehicleBrandLinks,
  joins,
  sort: { ...sort, linkType: links.linkType, createdAt: links.createdAt, updatedAt: links.updatedAt },
  filters: {
    vehicleBrandId: equals(links.vehicleBrandId),
    companyId: equals(links.companyId),
    linkType: equals(links.linkType),
    name: byName,
  },
  load,
});

/** Which company has which vehicle brand (document 4.7): a company has a brand once for each type. */
export const companyVehicleBrandLinkService = recordService(list, {
  name: "company-vehicle-brand-link",
  label: ({ linkType }) => (linkType === 1 ? "Manufacturer of a brand" : "Subcontractor for a brand"),
});
