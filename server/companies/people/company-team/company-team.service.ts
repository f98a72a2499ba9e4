import { getTableColumns, sql } from "drizzle-orm";
import { companyTeams, userCompanies } from "@/db/schema";
import { contains, oneOf } from "@/server/kit/list/list-filters";
import { listService } from "@/server/kit/list/list-service";
import { recordService } from "@/server/kit/record/record-service";
import { ListCompanyTeams } from "./company-team.schema";

// Written out, because drizzle leaves table names out of a query over one table.
const pilotsCount = sql<number>`(select count(*)::int from ${userCompanies} m where m.company_team_id = ${companyTeams}.id)`;

const list = listService({
  table: companyTeams,
  company: companyTeams.companyId,
  input: ListCompanyTeams,
  sort: { name: companyTeams.name, createdAt: companyTeams.createdAt, updatedAt: companyTeams.updatedAt },
  filters: { name: contains(companyTeams.name) },
  load: (ctx, ids) =>
    ctx.db
      .select({ ...getTableColumns(companyTeams), pilotsCount })
      .from(companyTeams)
      .where(oneOf(companyTeams.id, ids)),
});

/** The teams of a company (document 4.8). A team with pilots cannot be removed (422). */
export const companyTeamService = recordService(list, { name: "company-team", label: (row) => row.name });
