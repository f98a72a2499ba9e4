import { z } from "zod";
import { NameText } from "@/server/kit/call/name.schema";
import { Id, LongText, Search, Stamps } from "@/server/kit/call/wire";
import { listInput } from "@/server/kit/list/list.schema";

export const CompanyTeam = z
  .object({
    id: Id,
    companyId: Id,
    name: z.string(),
    description: z.string().nullable(),
    pilotsCount: z.int(),
    ...Stamps,
  })
  .meta({ id: "CompanyTeamResponseDTO" });

const fields = z.object({ name: NameText(120), description: LongText(2000).nullish() });

export const CreateCompanyTeam = fields.extend({ companyId: Id }).meta({ id: "CreateCompanyTeamDTO" });
export const UpdateCompanyTeam = fields.partial().meta({ id: "UpdateCompanyTeamDTO" });

export const ListCompanyTeams = listInput({
  sort: ["name", "createdAt", "updatedAt"],
  filters: { name: Search },
});
