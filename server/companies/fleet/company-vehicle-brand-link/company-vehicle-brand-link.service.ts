import { eq, getTableColumns, or } from "drizzle-orm";
import { companies, companyVehicleBrandLinks, vehicleBrands } from "@/db/schema";
import { contains, equals, oneOf, refersTo } from "@/server/kit/list/list-filters";
import { listService } from "@/server/kit/list/list-service";
import { recordService } from "@/server/kit/record/record-service";
import { ListCompanyVehicleBrandLinks } from "./company-vehicle-brand-link.schema";

const links = companyVehicleBrandLinks;

const list = listService({
  table: links,
  company: links.companyId,
  input: ListCompanyVehicleBrandLinks,
  joins: [
    { table: companies, on: eq(companies.id, links.companyId) },
    { table: vehicleBrands, on: eq(vehicleBrands.id, links.vehicleBrandId) },
  ],
  sort: {
    "company.name": companies.name,
    "vehicleBrand.name": vehicleBrands.name,
    linkType: links.linkType,
    createdAt: links.createdAt,
    updatedAt: links.updatedAt,
  },
  filters: {
    vehicleBrandId: equals(links.vehicleBrandId),
    companyId: equals(links.companyId),
    linkType: equals(links.linkType),
    name: (value) =>
      or(
        refersTo(links.companyId, companies, contains(companies.name)(value)),
        refersTo(links.vehicleBrandId, vehicleBrands, contains(vehicleBrands.name)(value)),
      ),
  },
  load: (ctx, ids) =>
    ctx.db
      .select({
        ...getTableColumns(links),
        company: { id: companies.id, name: companies.name },
        vehicleBrand: { id: vehicleBrands.id, name: vehicleBrands.name },
      })
      .from(links)
      .innerJoin(companies, eq(companies.id, links.companyId))
      .innerJoin(vehicleBrands, eq(vehicleBrands.id, links.vehicleBrandId))
      .where(oneOf(links.id, ids)),
});

/** Which company has which vehicle brand (document 4.7): a company has a brand once for each type. */
export const companyVehicleBrandLinkService = recordService(list, {
  name: "company-vehicle-brand-link",
  label: ({ linkType }) => (linkType === 1 ? "Manufacturer of a brand" : "Subcontractor for a brand"),
});
