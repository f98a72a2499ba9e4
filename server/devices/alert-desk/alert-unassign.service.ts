import { and, eq, isNotNull, ne, not, sql } from "drizzle-orm";
import { persAlertCompanyDesks, persAlerts } from "@/db/schema";
import { membersWithRight, staffWithRights } from "@/server/identity/user-role/right-holder.service";
import { inTransaction, type KnownCtx } from "@/server/kit/call/context";
import { oneOf } from "@/server/kit/list/list-filters";
import { auditMany } from "@/server/kit/record/audit";
import { reachedAlerts } from "../reach/fleet-reach.service";
import { escalationOfCompany, escalationOfStaff, noteUnassigned } from "./alert-notice.service";

/** The job that looks every minute who has work and may not do it any more. */
export const unassignTask = "unassign-alerts";

interface Taken {
  id: string;
  was: string | null;
}

/** What was taken from somebody stands in the trail, as anything else that was done with the work. */
const tell = (ctx: KnownCtx, objectType: string, taken: Taken[], companyId?: string) =>
  auditMany(
    ctx,
    taken.map(({ id, was }) => ({
      objectType,
      objectId: id,
      companyId,
      action: "assign",
      changes: { assigneeId: [was, null] },
    })),
  );

const desks = persAlertCompanyDesks;

/** Takes work of staff from who may not work on alerts any more. */
async function ofStaff(ctx: KnownCtx): Promise<number> {
  const holders = (await staffWithRights(ctx, ["pers-alert.write"])).map(({ id }) => id);
  const { id, assigneeId } = persAlerts;
  const lost = await ctx.db
    .select({ id, was: assigneeId })
    .from(persAlerts)
    .where(and(isNotNull(assigneeId), ne(persAlerts.deskStatus, "closed"), not(oneOf(assigneeId, holders))))
    .for("update");
  if (lost.length === 0) return 0;
  const ids = lost.map(({ id }) => id);
  await ctx.db
    .update(persAlerts)
    .set({ assigneeId: null, version: sql`${persAlerts.version} + 1` })
    .where(oneOf(id, ids));
  await tell(ctx, "pers-alert", lost);
  await noteUnassigned(ctx, null, ids, await escalationOfStaff(ctx));
  return lost.length;
}

/** Takes work of a company from who may not work on alerts there any more, or on alerts that the company reaches no more. */
async function ofCompany(ctx: KnownCtx, companyId: string): Promise<number> {
  const holders = (await membersWithRight(ctx, companyId, "company-alert.write")).map(({ id }) => id);
  const isReached = sql`${desks.persAlertId} in (select ${persAlerts.id} from ${persAlerts}
    where ${reachedAlerts({ company: { id: companyId, rights: new Set() } })})`;
  const { id, assigneeId, persAlertId } = desks;
  const lost = await ctx.db
    .select({ id, persAlertId, was: assigneeId })
    .from(desks)
    .where(
      and(
        eq(desks.companyId, companyId),
        isNotNull(assigneeId),
        ne(desks.deskStatus, "closed"),
        sql`(not ${oneOf(assigneeId, holders)} or not ${isReached})`,
      ),
    )
    .for("update");
  if (lost.length === 0) return 0;
  const ids = lost.map(({ id }) => id);
  await ctx.db
    .update(desks)
    .set({ assigneeId: null, version: sql`${desks.version} + 1` })
    .where(oneOf(id, ids));
  await tell(ctx, "company-pers-alert", lost, companyId);
  const alertIds = lost.map(({ persAlertId }) => persAlertId);
  await noteUnassigned(ctx, companyId, alertIds, await escalationOfCompany(ctx, companyId));
  return lost.length;
}

/** Nobody keeps work that they may not do: who lost the right, the membership, the account, or whose company lost the link. @returns how much was taken */
export async function unassignLost(ctx: KnownCtx): Promise<number> {
  const companies = await ctx.db
    .selectDistinct({ id: desks.companyId })
    .from(desks)
    .where(and(isNotNull(desks.assigneeId), ne(desks.deskStatus, "closed")));
  let taken = await inTransaction(ctx, ofStaff);
  for (const { id } of companies) taken += await inTransaction(ctx, (ctx) => ofCompany(ctx, id));
  return taken;
}
