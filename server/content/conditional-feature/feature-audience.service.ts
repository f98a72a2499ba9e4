import { and, asc, eq, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import {
  companies,
  companyPersLinks,
  companyVehicleLinks,
  conditionalFeatures,
  modelPers,
  pers,
  platformTechs,
  userCompanies,
  users,
  vehicles,
} from "@/db/schema";
import { isCurrent } from "@/server/devices/reach/link-period.service";
import { fullName, mayReadPeople, personOf } from "@/server/identity/person.service";
import type { Ctx, KnownCtx } from "@/server/kit/call/context";
import { notFound } from "@/server/kit/call/errors";
import { oneOf } from "@/server/kit/list/list-filters";
import { arrayOf } from "@/server/kit/value/array.rules";
import { userDeviceService } from "@/server/notification/user-device/user-device.service";
import type { AskOwnFeatures } from "./conditional-feature.schema";
import { conditionalFeatureService } from "./conditional-feature.service";
import { isForApp, type Limits, leftOut, type UsedApp } from "./feature-limit.rules";

const examples = 5;

/** Rows of `user_id, company_id`: who is a member of an active company, or rides a vehicle that it has now. */
const companiesOfPeople = sql`
  select ${userCompanies.userId} as user_id, ${userCompanies.companyId} as company_id from ${userCompanies}
    join ${companies} on ${companies.id} = ${userCompanies.companyId} and ${companies.status} = 'active'
    where ${userCompanies.status} = 'active'
  union select ${vehicles.riderId}, ${companyVehicleLinks.companyId} from ${companyVehicleLinks}
    join ${vehicles} on ${vehicles.id} = ${companyVehicleLinks.vehicleId}
    join ${companies} on ${companies.id} = ${companyVehicleLinks.companyId} and ${companies.status} = 'active'
    where ${vehicles.riderId} is not null and ${isCurrent(companyVehicleLinks)}`;

/**
 * Rows of `user_id, model_id`: the models of the devices on vehicles that people ride, and of those that companies which
 * they are members of fit or service, or have on their vehicles.
 */
const modelsOfPeople = sql`
  select ${vehicles.riderId} as user_id, ${pers.modelPERSId} as model_id from ${vehicles}
    join ${pers} on ${pers.id} = ${vehicles.persId} where ${vehicles.riderId} is not null
  union select ${userCompanies.userId}, way.model_id from ${userCompanies}
    join ${companies} on ${companies.id} = ${userCompanies.companyId} and ${companies.status} = 'active'
    join (
      select ${companyPersLinks.companyId} as company_id, ${pers.modelPERSId} as model_id from ${companyPersLinks}
        join ${pers} on ${pers.id} = ${companyPersLinks.persId} where ${isCurrent(companyPersLinks)}
      union select ${companyVehicleLinks.companyId}, ${pers.modelPERSId} from ${companyVehicleLinks}
        join ${vehicles} on ${vehicles.id} = ${companyVehicleLinks.vehicleId}
        join ${pers} on ${pers.id} = ${vehicles.persId} where ${isCurrent(companyVehicleLinks)}
    ) way on way.company_id = ${userCompanies.companyId}
    where ${userCompanies.status} = 'active'`;

const inCompanies = (ids: string[]) =>
  sql`${users.id} in (select o.user_id from (${companiesOfPeople}) o where o.company_id = any(${arrayOf(ids)}::uuid[]))`;

const withModels = (ids: string[]) =>
  sql`${users.id} in (select o.user_id from (${modelsOfPeople}) o where o.model_id = any(${arrayOf(ids)}::uuid[]))`;

const all = sql`true`;
const isActive = eq(users.status, "active");

/** The apps by the key that the notification service knows them by, with what people call them. */
async function appsByKey(ctx: Ctx) {
  const { id, key, label } = platformTechs;
  const rows = await ctx.db.select({ id, key, label }).from(platformTechs);
  return new Map(rows.map((row) => [row.key, row]));
}

/** Who has an app on a device that the feature is for. */
async function withApps(ctx: Ctx, limits: Limits["apps"]): Promise<SQL> {
  if (limits.length === 0) return all;
  const byKey = await appsByKey(ctx);
  const right = (await userDeviceService.versions(ctx)).filter(({ keyPlatformTech, appVersion }) => {
    const app = byKey.get(keyPlatformTech);
    return app && isForApp(limits, { platformTechId: app.id, version: appVersion });
  });
  return oneOf(users.email, await userDeviceService.emailsWith(ctx, right), "text");
}

/** The companies of some people, by their names. */
async function companiesOf(ctx: Ctx, userIds: string[]) {
  const rows = await ctx.db
    .select({ userId: sql<string>`o.user_id`, id: companies.id, name: companies.name })
    .from(sql`(${companiesOfPeople}) o`)
    .innerJoin(companies, sql`${companies.id} = o.company_id`)
    .where(oneOf(sql`o.user_id`, userIds))
    .orderBy(asc(companies.name));
  return (userId: string) => rows.filter((row) => row.userId === userId);
}

const modelsOf = (ctx: Ctx, userId: string) =>
  ctx.db
    .select({ id: modelPers.id, name: modelPers.label })
    .from(sql`(${modelsOfPeople}) o`)
    .innerJoin(modelPers, sql`${modelPers.id} = o.model_id`)
    .where(sql`o.user_id = ${userId}`)
    .orderBy(asc(modelPers.label));

/** What is known of a person, but for the apps they use; nothing that no limit asks for. */
async function standingOf(ctx: Ctx, userId: string, limits: Limits[]) {
  const asks = (key: "companyIds" | "modelPersIds") => limits.some((one) => one[key].length > 0);
  const ofCompanies = asks("companyIds") ? (await companiesOf(ctx, [userId]))(userId) : [];
  const models = asks("modelPersIds") ? await modelsOf(ctx, userId) : [];
  return { companyIds: ofCompanies.map(({ id }) => id), modelPersIds: models.map(({ id }) => id) };
}

/** Who gets a feature: for apps that ask for themselves, and for staff who want to know beforehand. */
export const featureAudienceService = {
  /**
   * The features that are on for the caller, in the app that asks: those that nothing limits for a caller who is no person.
   */
  async own(ctx: KnownCtx, { keyPlatformTech, appVersion }: z.output<typeof AskOwnFeatures>) {
    const { actor } = ctx;
    const on = await ctx.db
      .select({ id: conditionalFeatures.id })
      .from(conditionalFeatures)
      .where(eq(conditionalFeatures.active, true))
      .orderBy(conditionalFeatures.keyword);
    const features = await conditionalFeatureService.load(
      ctx,
      on.map(({ id }) => id),
    );
    const known =
      actor.kind === "user" ? await standingOf(ctx, actor.id, features) : { companyIds: [], modelPersIds: [] };
    const app = keyPlatformTech ? (await appsByKey(ctx)).get(keyPlatformTech) : undefined;
    const apps: UsedApp[] = app ? [{ platformTechId: app.id, version: appVersion ?? null }] : [];
    const theirs = features.filter((one) => leftOut({ active: true, limits: one }, { ...known, apps }) === null);
    return {
      items: theirs.map(({ keyword, title, module: { id, code } }) => ({ keyword, title, module: { id, code } })),
    };
  },

  /** Who gets it, as if it were on. */
  async audience(ctx: KnownCtx, id: string) {
    const { active, companyIds, modelPersIds, apps } = await conditionalFeatureService.get(ctx, id);
    const inside = {
      company: companyIds.length > 0 ? inCompanies(companyIds) : all,
      model: modelPersIds.length > 0 ? withModels(modelPersIds) : all,
      app: await withApps(ctx, apps),
    };
    const { company, model, app } = inside;
    const [counts] = await ctx.db
      .select({
        people: sql`count(*) filter (where ${company} and ${model} and ${app})`.mapWith(Number),
        company: sql`count(*) filter (where not ${company})`.mapWith(Number),
        model: sql`count(*) filter (where ${company} and not ${model})`.mapWith(Number),
        app: sql`count(*) filter (where ${company} and ${model} and not ${app})`.mapWith(Number),
      })
      .from(users)
      .where(isActive);
    const { people = 0, ...left } = counts ?? { people: 0, company: 0, model: 0, app: 0 };
    const get = and(isActive, company, model, app);
    const [ridden] = await ctx.db
      .select({ devices: sql`count(*)`.mapWith(Number) })
      .from(vehicles)
      .innerJoin(pers, eq(pers.id, vehicles.persId))
      .innerJoin(users, eq(users.id, vehicles.riderId))
      .where(and(get, modelPersIds.length > 0 ? oneOf(pers.modelPERSId, modelPersIds) : all));
    const kinds = users.type.enumValues.filter((kind) => mayReadPeople(ctx, kind));
    const sample = await ctx.db
      .select({ id: users.id, name: sql<string>`${fullName}`, isStaff: sql<boolean>`${users.type} = 'Staff'` })
      .from(users)
      .where(and(get, oneOf(users.type, kinds, "text")))
      .orderBy(asc(users.id))
      .limit(examples);
    const companiesBy = await companiesOf(
      ctx,
      sample.map((person) => person.id),
    );
    return {
      active,
      people,
      devices: ridden?.devices ?? 0,
      leftOut: left,
      sample: sample.map((person) => ({ ...person, companies: companiesBy(person.id).map(({ name }) => name) })),
    };
  },

  /**
   * Whether one person gets it, and why not.
   * @throws AppError 404 where the caller may not see such a person
   */
  async trial(ctx: KnownCtx, id: string, userId: string) {
    const { active, ...limits } = await conditionalFeatureService.get(ctx, id);
    const person = await personOf(ctx, userId);
    if (!mayReadPeople(ctx, person.type)) throw notFound();
    const theirCompanies = (await companiesOf(ctx, [userId]))(userId);
    const models = await modelsOf(ctx, userId);
    const byKey = await appsByKey(ctx);
    const { items } = await userDeviceService.listOf(ctx, [person.email]);
    const used = (items[0]?.devices ?? []).flatMap(({ keyPlatformTech, appVersion }) => {
      const app = byKey.get(keyPlatformTech);
      return app ? [{ label: app.label, platformTechId: app.id, version: appVersion }] : [];
    });
    const standing = {
      companyIds: theirCompanies.map((company) => company.id),
      modelPersIds: models.map((model) => model.id),
      apps: used,
    };
    return {
      name: `${person.firstName} ${person.lastName}`,
      leftOut: leftOut({ active, limits }, standing),
      companies: theirCompanies.map(({ name }) => name),
      models: models.map(({ name }) => name),
      apps: used.map(({ label, version, platformTechId }) => ({
        label,
        version,
        isFor: isForApp(limits.apps, { platformTechId, version }),
      })),
    };
  },
};
