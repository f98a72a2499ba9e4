import { eq, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import {
  companies,
  companyEntryRequests,
  companyLinks,
  companyMailTemplates,
  companyPartnerReferentCompanies,
  companyPartnerReferents,
  companyPersLinks,
  companyPreferences,
  companyTeams,
  companyVehicleBrandLinks,
  dealerVehicles,
  preparedHandovers,
  sheetActivities,
  userCompanies,
  vehicleModels,
  webhooks,
} from "@/db/schema";
import { languageId } from "@/seed/base";
import { makeFitted, makeFleet, makeWorkspace } from "@/server/companies/partners/company-partner/testing";
import { makeCompanyRole, makeMembership } from "@/server/companies/testing";
import { fixedId } from "@/server/kit/record/fixed-id";
import { staffCtx } from "@/server/kit/testing";
import type { Permission } from "@/server/permissions";
import { appRouter } from "@/server/root";

/** The merges as staff with these rights, or all, may call them. */
export const staffOf = (db: () => Database, rights?: Permission[]) =>
  appRouter.createCaller(staffCtx(db(), rights)).companyMerges;
const startDate = "2026-01-01T00:00:00.000Z";

/** Two companies which have of everything, some of it both. */
export async function twoCompanies(db: () => Database) {
  const [a, b, maker] = [
    await makeWorkspace(db(), "MANUFACTURER", "Given Up Ltd"),
    await makeWorkspace(db(), "MANUFACTURER", "Kept Ltd"),
    await makeWorkspace(db(), "MANUFACTURER", "Maker Ltd"),
  ];
  const [from, into] = [a.companyId, b.companyId];
  const [fitted, fleet] = [await makeFitted(db(), from, 2), await makeFleet(db(), from, 2)];
  const [theirs] = await makeFitted(db(), maker.companyId, 1);
  const makers = await makeFleet(db(), maker.companyId, 1);
  const [between] = await makeFitted(db(), into, 1);
  const ids = [from, into];
  await makeCompanyRole(db(), from, ["company-pers.read"], { title: "Sales" });
  await makeCompanyRole(db(), into, ["company-vehicle.read"], { title: "Sales" });
  const [team] = await db().insert(companyTeams).values({ companyId: from, name: "Couriers" }).returning();
  const role = await makeCompanyRole(db(), from, ["company-member.read"], { title: "Workshop" });
  const member = await makeMembership(db(), from, { companyRoleId: role.id, companyTeamId: team?.id });
  const both = await makeMembership(db(), from, { companyRoleId: role.id, isAdmin: true });
  await db().insert(userCompanies).values({ userId: both.user.id, companyId: into, status: "invited" });
  const link = { kind: "dealer" as const, name: "Said", email: "said@given.test" };
  const linked = await db()
    .insert(companyLinks)
    .values([
      { ...link, companyId: maker.companyId, linkedCompanyId: from, status: "accepted", acceptedAt: startDate },
      { ...link, companyId: maker.companyId, linkedCompanyId: into, status: "invited" },
      { ...link, companyId: into, linkedCompanyId: from, status: "accepted", acceptedAt: startDate },
      { ...link, companyId: from, linkedCompanyId: maker.companyId, status: "invited" },
    ])
    .returning();
  const [makerVehicle, ownVehicle] = [makers.vehicles[0]?.id ?? "", fleet.vehicles[0]?.id ?? ""];
  await db()
    .insert(preparedHandovers)
    .values({ companyLinkId: linked[1]?.id ?? "", vehicleId: makerVehicle });
  const granted = { companyId: from, grantedByCompanyId: maker.companyId };
  await db()
    .insert(dealerVehicles)
    .values([
      { ...granted, vehicleId: makerVehicle },
      { companyId: into, grantedByCompanyId: from, vehicleId: ownVehicle },
    ]);
  const brand = { vehicleBrandId: makers.vehicleBrandId, linkType: 2, grantedByCompanyId: maker.companyId };
  await db()
    .insert(companyVehicleBrandLinks)
    .values(ids.map((companyId) => ({ ...brand, companyId })));
  await db()
    .insert(companyPersLinks)
    .values([
      { ...granted, persId: theirs?.id ?? "", linkType: 2, startDate },
      { companyId: from, grantedByCompanyId: into, persId: between?.id ?? "", linkType: 2, startDate },
    ]);
  const model = { vehicleBrandId: fleet.vehicleBrandId, nameVehicleModel: "Own", vehicleType: "City" };
  await db()
    .insert(vehicleModels)
    .values(ids.map((companyId) => ({ ...model, companyId })));
  await db()
    .insert(companyPreferences)
    .values(ids.map((companyId) => ({ companyId })));
  const [referent] = await db()
    .insert(companyPartnerReferents)
    .values({ firstName: "Ref", lastName: "Erent", email: `${crypto.randomUUID()}@x.test` })
    .returning();
  await db()
    .insert(companyPartnerReferentCompanies)
    .values({ referentId: referent?.id ?? "", companyId: from });
  const note = { objectId: ownVehicle, modelType: "vehicle", content: "A note", authorId: a.user.id };
  await db()
    .insert(sheetActivities)
    .values({ ...note, companyId: from });
  await db()
    .insert(webhooks)
    .values({ name: "Hook", url: "https://x.test", events: [], companyId: from, secretSealed: "x" });
  await db()
    .insert(companyMailTemplates)
    .values({
      companyId: from,
      mailTemplateId: fixedId("mail-template", "COMPANY_INVITATION"),
      languageId: languageId("en"),
      subject: "Ours",
      content: "{{link}}",
    });
  await db()
    .insert(companyEntryRequests)
    .values(ids.map((companyId) => ({ companyId, userId: maker.user.id })));
  await db().update(companies).set({ createdByCompanyId: from }).where(eq(companies.id, maker.companyId));
  return { a, b, maker, from, into, fitted, fleet, member, both, makerVehicle, team, linked };
}
export type Two = Awaited<ReturnType<typeof twoCompanies>>;

/** Merges two companies as the plan says. */
export async function merged(db: () => Database, { from, into }: Pick<Two, "from" | "into">) {
  const sides = { fromCompanyId: from, intoCompanyId: into };
  const { planHash } = await staffOf(db).plan(sides);
  return staffOf(db).merge({ ...sides, planHash });
}

/** Every row of the backoffice as it is, by its table; without versions, stamps and the merges themselves. */
export async function everyRow(db: Database) {
  const tables = await db.execute<{ name: string }>(sql`
    select c.oid::regclass::text as name from pg_class c where c.relkind = 'r' and not c.relispartition
      and c.relnamespace = 'backoffice'::regnamespace and c.relname not in ('company_merges', 'company_merge_parts') order by 1`);
  const found: Record<string, string[]> = {};
  for (const { name } of tables) {
    const rows = await db.execute<{ row: string }>(
      sql`select (to_jsonb(t) - 'version' - 'updated_at')::text as row from ${sql.raw(name)} t order by 1`,
    );
    if (rows.length > 0) found[name] = rows.map(({ row }) => row);
  }
  return found;
}
