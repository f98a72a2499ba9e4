import { eq, sql } from "drizzle-orm";
import type { z } from "zod";
import { companyTeams, userCompanies, users } from "@/db/schema";
import { inOrder } from "@/db/schema/text-index";
import { membershipsOf } from "@/server/companies/people/company-admin/company-membership.service";
import { companyPlaceService } from "@/server/companies/people/company-admin/company-place.service";
import {
  type ShownPerson,
  shownToStaff,
  shownToTheirCompany,
} from "@/server/companies/people/company-admin/stranger.service";
import { type Ctx, inTransaction, type KnownCtx } from "@/server/kit/call/context";
import { unknownReference } from "@/server/kit/call/exists";
import { equals, oneOf } from "@/server/kit/list/list-filters";
import { listService } from "@/server/kit/list/list-service";
import { type CreateCompanyPilot, ListCompanyPilots, type UpdateCompanyPilot } from "./company-pilot.schema";

const load =
  <I extends string | null>(shown: ShownPerson<I>) =>
  async (ctx: Ctx, ids: string[]) => {
    const { id, status, invitationDate, entryDate, createdAt, updatedAt, version } = userCompanies;
    const { userId, firstName, lastName, phoneNumber } = shown;
    const rows = await ctx.db
      .select({
        id,
        status,
        invitationDate,
        entryDate,
        createdAt,
        updatedAt,
        version,
        companyTeam: { id: companyTeams.id, name: companyTeams.name },
        user: { id: userId, email: users.email, firstName, lastName, phoneNumber },
      })
      .from(userCompanies)
      .innerJoin(users, eq(users.id, userCompanies.userId))
      .innerJoin(companyTeams, eq(companyTeams.id, userCompanies.companyTeamId))
      .where(oneOf(userCompanies.id, ids));
    return rows.map((row) => ({ ...row, companyTeamId: row.companyTeam.id }));
  };

/** The pilots, as they are shown to staff or to the company's own people. */
const pilotsAs = <I extends string | null>(shown: ShownPerson<I>) =>
  listService({
    table: userCompanies,
    company: userCompanies.companyId,
    scope: () => sql`(not ${userCompanies.isAdmin} and ${userCompanies.companyTeamId} is not null)`,
    input: ListCompanyPilots,
    joins: [{ table: users, on: eq(users.id, userCompanies.userId) }],
    sort: {
      "user.name": inOrder(sql`(${shown.firstName} || ' ' || ${shown.lastName})`),
      "user.email": users.email,
      "user.phoneNumber": shown.phoneNumber,
      "pilot.status": userCompanies.status,
      "pilot.invitationDate": userCompanies.invitationDate,
      "pilot.entryDate": userCompanies.entryDate,
      createdAt: userCompanies.createdAt,
    },
    filters: { companyTeamId: equals(userCompanies.companyTeamId) },
    load: load(shown),
  });

/** The company of a team in a body. @throws AppError 422 for one that does not exist, or not in the caller's company */
async function companyOfTeam(ctx: KnownCtx, id: string) {
  const { companyId } = companyTeams;
  const [team] = await ctx.db.select({ companyId }).from(companyTeams).where(eq(companyTeams.id, id));
  if (!team || (ctx.company && team.companyId !== ctx.company.id)) throw unknownReference("companyTeamId", "team");
  return team.companyId;
}

/** What is done with pilots; `list` says what is seen of them. */
function pilotService<I extends string | null>(list: ReturnType<typeof pilotsAs<I>>) {
  const { lock, remove } = membershipsOf(list);
  return {
    ...list,
    remove,

    /** Invites a person into the team's company, or puts a member who has no team into it. */
    create: (ctx: KnownCtx, { companyTeamId, user }: z.output<typeof CreateCompanyPilot>) =>
      inTransaction(ctx, async (ctx) => {
        const companyId = await companyOfTeam(ctx, companyTeamId);
        const place = { isAdmin: false, companyTeamId, at: "user.email" };
        return list.get(ctx, await companyPlaceService.open(ctx, companyId, user, place));
      }),

    /** Moves a pilot to another team of their company; that of another company is as an unknown one. */
    update: (ctx: KnownCtx, id: string, { companyTeamId }: z.output<typeof UpdateCompanyPilot>, ifMatch?: string) =>
      inTransaction(ctx, async (ctx) => {
        const { user, membership } = await lock(ctx, id, ifMatch);
        if (companyTeamId && companyTeamId !== membership.companyTeamId) {
          if ((await companyOfTeam(ctx, companyTeamId)) !== membership.companyId)
            throw unknownReference("companyTeamId", "team");
          await companyPlaceService.setTeam(ctx, user, membership, companyTeamId);
        }
        return list.get(ctx, id);
      }),
  };
}

/** The pilots of companies (document 4.8): members without the admin mark who are in a team. */
export const companyPilotService = pilotService(pilotsAs(shownToStaff));

/** The same for the company's own people. */
export const teamPilotService = pilotService(pilotsAs(shownToTheirCompany));
