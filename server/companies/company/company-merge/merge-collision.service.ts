import { and, eq, inArray, isNull, ne, or, type SQL, sql } from "drizzle-orm";
import {
  companyEntryRequests,
  companyLinks,
  companyPartnerReferentCompanies,
  companyPersLinks,
  companyRoles,
  companyVehicleBrandLinks,
  dealerVehicles,
  invitations,
  preparedHandovers,
  userCompanies,
  vehicleModels,
  webhooks,
} from "@/db/schema";
import { partnerStates } from "@/server/companies/partners/company-partner/company-partner.rules";
import { momentNow } from "@/server/devices/reach/link-period.service";
import { membershipStates } from "@/server/identity/membership/membership.rules";
import type { Ctx } from "@/server/kit/call/context";
import { tellWebhooks } from "@/server/kit/record/webhook-events";
import type { Sides } from "./merge-column.service";
import { changeRows, type Merge, removeRows } from "./merge-write.service";

// What cannot simply move, because the other company has it already or is the other end of it.

const links = companyLinks;
type Link = typeof links.$inferSelect;
type Membership = typeof userCompanies.$inferSelect;

/** A title that the other company does not have: "Sales 2" where it has "Sales". */
export function freeTitle(title: string, taken: ReadonlySet<string>): string {
  for (let n = 2; ; n++) if (!taken.has(`${title} ${n}`)) return `${title} ${n}`;
}

/** The roles that get another title, so that nobody's rights change by the merge. */
export async function rolesToRename(ctx: Ctx, { fromId, intoId }: Sides) {
  const { id, title, companyId } = companyRoles;
  const rows = await ctx.db
    .select({ id, title, companyId })
    .from(companyRoles)
    .where(inArray(companyId, [fromId, intoId]))
    .orderBy(title, id);
  const taken = new Set(rows.map((role) => role.title));
  const theirs = new Set(rows.filter((role) => role.companyId === intoId).map((role) => role.title));
  return rows
    .filter((role) => role.companyId === fromId && theirs.has(role.title))
    .map((role) => {
      const newTitle = freeTitle(role.title, taken);
      taken.add(newTitle);
      return { id: role.id, title: role.title, newTitle };
    });
}

/** Before roles move: titles that both have, and the default role: a company has one. */
export async function prepareRoles(merge: Merge) {
  for (const { id, newTitle } of await rolesToRename(merge.ctx, merge))
    await changeRows(merge, companyRoles, and(eq(companyRoles.id, id), ne(companyRoles.title, newTitle)), {
      title: newTitle,
    });
  const other = sql`exists (select from ${companyRoles} o where o.company_id = ${merge.intoId}::uuid and o.is_default)`;
  await changeRows(
    merge,
    companyRoles,
    and(eq(companyRoles.companyId, merge.fromId), eq(companyRoles.isDefault, true), other),
    { isDefault: false },
  );
}

/** Before models move: names that both have of a brand. */
export async function prepareModels(merge: Merge) {
  const { id, nameVehicleModel: name, companyId, vehicleBrandId } = vehicleModels;
  const rows = await merge.ctx.db
    .select({ id, name, companyId, vehicleBrandId })
    .from(vehicleModels)
    .where(inArray(companyId, [merge.fromId, merge.intoId]))
    .orderBy(id);
  const keyOf = (row: { vehicleBrandId: string; name: string }) => `${row.vehicleBrandId} ${row.name}`;
  const theirs = new Set(rows.filter((row) => row.companyId === merge.intoId).map(keyOf));
  for (const row of rows.filter((one) => one.companyId === merge.fromId && theirs.has(keyOf(one)))) {
    const taken = new Set(rows.filter((one) => one.vehicleBrandId === row.vehicleBrandId).map((one) => one.name));
    const newName = freeTitle(row.name, taken);
    rows.push({ ...row, name: newName });
    await changeRows(merge, vehicleModels, and(eq(id, row.id), ne(name, newName)), { nameVehicleModel: newName });
  }
}

const membershipRank = ({ status }: Pick<Membership, "status">) => ["disabled", "invited", "active"].indexOf(status);

/**
 * After people moved: who belongs to both has the place that counts for more, and leaves the other one.
 * @returns whose kind of account may be another now
 */
export async function settleMembers(merge: Merge): Promise<string[]> {
  const { fromId, intoId, ctx } = merge;
  const mine = userCompanies;
  const rows = await ctx.db
    .select()
    .from(mine)
    .where(
      and(
        inArray(mine.companyId, [fromId, intoId]),
        sql`${mine.userId} in (select o.user_id from ${mine} o where o.company_id = ${fromId}::uuid)`,
      ),
    );
  const theirs = new Map(rows.filter((row) => row.companyId === intoId).map((row) => [row.userId, row]));
  for (const row of rows.filter((one) => one.companyId === fromId)) {
    const there = theirs.get(row.userId);
    if (there && membershipRank(row) > membershipRank(there)) {
      const { status, companyRoleId, isAdmin, companyTeamId, invitationDate, entryDate } = row;
      const place = { status, companyRoleId, isAdmin, companyTeamId, invitationDate, entryDate };
      await changeRows(merge, mine, and(eq(mine.id, there.id), ne(mine.status, status)), place);
      if (status === "active") await removeRows(merge, invitations, eq(invitations.userCompanyId, there.id));
    }
    if (row.status === "disabled") continue;
    membershipStates.assert("status", row.status, "disabled");
    await removeRows(merge, invitations, eq(invitations.userCompanyId, row.id));
    const ended = { status: "disabled", companyRoleId: null, companyTeamId: null };
    await changeRows(merge, mine, and(eq(mine.id, row.id), ne(mine.status, "disabled")), ended);
  }
  return rows.map(({ userId }) => userId);
}

const linkRank = ({ status }: Pick<Link, "status">) =>
  ["refused", "ended", "invited", "to_confirm", "accepted"].indexOf(status);
const isOpen = ({ status }: Pick<Link, "status">) => status !== "refused" && status !== "ended";

/** Partnerships that name either company, which are the two companies' own or collide. */
export async function collidingLinks(ctx: Ctx, { fromId, intoId }: Sides) {
  const ends = (id: string): SQL => sql`${id}::uuid in (${links.companyId}, ${links.linkedCompanyId})`;
  const rows = await ctx.db
    .select()
    .from(links)
    .where(or(ends(fromId), ends(intoId)))
    .orderBy(links.id);
  const keyOf = ({ companyId, linkedCompanyId, kind }: Link) =>
    [companyId, linkedCompanyId, kind].map((part) => (part === fromId ? intoId : part)).join();
  const ofOther = new Map(
    rows
      .filter((link) => link.companyId !== fromId && link.linkedCompanyId !== fromId)
      .map((link) => [keyOf(link), link]),
  );
  return rows
    .filter((link) => link.companyId === fromId || link.linkedCompanyId === fromId)
    .flatMap((link) => {
      const isBetween = link.companyId === intoId || link.linkedCompanyId === intoId;
      const twin = isBetween ? undefined : ofOther.get(keyOf(link));
      return isBetween || twin ? [{ link, twin }] : [];
    });
}

/**
 * After partnerships moved: one that both have stands as the one that is further, and one between the two has no sense any
 * more. What was prepared for a partnership that is over is forgotten.
 */
export async function settleLinks(merge: Merge) {
  for (const { link, twin } of await collidingLinks(merge.ctx, merge)) {
    if (twin && linkRank(link) > linkRank(twin)) {
      const { status, acceptedAt, acceptedEmail, invitationDate } = link;
      const standing = { status, acceptedAt, acceptedEmail, invitationDate };
      await changeRows(merge, links, and(eq(links.id, twin.id), ne(links.status, status)), standing);
      if (status === "accepted")
        await removeRows(merge, preparedHandovers, eq(preparedHandovers.companyLinkId, twin.id));
    }
    if (!isOpen(link)) continue;
    partnerStates.assert("status", link.status, "ended");
    await removeRows(merge, preparedHandovers, eq(preparedHandovers.companyLinkId, link.id));
    await changeRows(merge, links, and(eq(links.id, link.id), ne(links.status, "ended")), { status: "ended" });
    if (twin || link.status !== "accepted") continue;
    const { id: companyLinkId, kind, companyId, linkedCompanyId } = link;
    await tellWebhooks(merge.ctx, [
      {
        event: "company-partner.ended",
        companyIds: [companyId, linkedCompanyId],
        data: { companyLinkId, kind, companyId, linkedCompanyId },
      },
    ]);
  }
}

/** After the rest moved: what the two companies handed to each other goes back, and what both have stays once. */
export async function settleRest(merge: Merge) {
  const { fromId } = merge;
  const names = (table: typeof dealerVehicles | typeof companyVehicleBrandLinks) =>
    or(eq(table.companyId, fromId), eq(table.grantedByCompanyId, fromId));
  await removeRows(merge, dealerVehicles, names(dealerVehicles));
  await removeRows(merge, companyVehicleBrandLinks, names(companyVehicleBrandLinks));
  const pers = companyPersLinks;
  const now = await momentNow(merge.ctx);
  const ofBoth = or(eq(pers.companyId, fromId), eq(pers.grantedByCompanyId, fromId));
  const lasts = or(isNull(pers.endDate), sql`${pers.endDate} > ${now}::timestamptz`);
  await changeRows(merge, pers, and(ofBoth, lasts, sql`${pers.startDate} < ${now}::timestamptz`), { endDate: now });
  await removeRows(merge, pers, and(ofBoth, lasts));
  const requests = companyEntryRequests;
  await changeRows(merge, requests, and(eq(requests.companyId, fromId), eq(requests.status, "waiting")), {
    status: "refused",
    decidedAt: now,
  });
  await removeRows(merge, companyPartnerReferentCompanies, eq(companyPartnerReferentCompanies.companyId, fromId));
  await changeRows(merge, webhooks, and(eq(webhooks.companyId, fromId), eq(webhooks.enabled, true)), {
    enabled: false,
  });
}

/** The people who belong to both companies. */
export async function inBoth(ctx: Ctx, { fromId, intoId }: Sides): Promise<Set<string>> {
  const rows = await ctx.db
    .select({ userId: userCompanies.userId })
    .from(userCompanies)
    .where(
      and(
        eq(userCompanies.companyId, intoId),
        sql`${userCompanies.userId} in (select o.user_id from ${userCompanies} o where o.company_id = ${fromId}::uuid)`,
      ),
    );
  return new Set(rows.map(({ userId }) => userId));
}
