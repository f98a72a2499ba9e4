import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import {
  auditLog,
  companies,
  companyCategories,
  companyPersLinks,
  companyVehicleLinks,
  modelPers,
  notificationDevices,
  pers,
  userCompanies,
  users,
  vehicleBrands,
  vehicleModels,
  vehicles,
} from "@/db/schema";
import { useDatabase } from "@/db/testing/database";
import { seedBase } from "@/seed/base";
import type { KnownCtx } from "@/server/kit/call/context";
import { fixedId } from "@/server/kit/record/fixed-id";
import { failure, staffCtx } from "@/server/kit/testing";
import { asPerson, makeRider, portalWeb, riderApp } from "@/server/notification/testing";
import type { Permission } from "@/server/permissions";
import { appRouter } from "@/server/root";
import { backoffice, bearer } from "@/server/testing/backoffice";

// Features that are limited by company, PERS model and app version: who gets them, and what the documented operations say.

const { db } = useDatabase();
const api = (...rights: Permission[]) => appRouter.createCaller(staffCtx(db(), rights.length > 0 ? rights : undefined));
const ask = backoffice(db);
const moduleId = fixedId("module", "mobile-app");
const unlimited = { companyIds: [], modelPersIds: [], apps: [] };
type Person = typeof users.$inferSelect;
let at: { velora: string; nordrad: string; core: string; lite: string };
/** ada rides a Core of Velora, bea a Lite of Nordrad, carl is a member of Velora, dora nothing */
let people: Record<"ada" | "bea" | "carl" | "dora", Person>;

async function made<T>(rows: Promise<T[]>): Promise<T> {
  const [row] = await rows;
  if (!row) throw new Error("nothing was made");
  return row;
}

beforeAll(async () => {
  await seedBase(db());
  const category = await made(db().select().from(companyCategories).limit(1));
  const company = (name: string) =>
    made(db().insert(companies).values({ name, registerNumber: name, companyCategoryId: category.id }).returning());
  const [velora, nordrad] = [await company("Velora"), await company("Nordrad")];
  const brand = await made(db().insert(vehicleBrands).values({ name: "Brume" }).returning());
  const bike = { vehicleBrandId: brand.id, nameVehicleModel: "Two", vehicleType: "bike" };
  const vehicleModel = await made(db().insert(vehicleModels).values(bike).returning());
  const model = (label: string) => made(db().insert(modelPers).values({ label }).returning());
  const [core, lite] = [await model("Core"), await model("Lite")];
  people = {
    ada: await makeRider(db(), { firstName: "Ada" }),
    bea: await makeRider(db(), { firstName: "Bea" }),
    carl: await makeRider(db(), { firstName: "Carl", type: "Pro Center Member" }),
    dora: await makeRider(db(), { firstName: "Dora" }),
  };
  const startDate = "2026-01-01T00:00:00Z";
  const riding = async (rider: Person, modelPERSId: string, companyId: string, nuSerialPersNumber: string) => {
    const device = await made(db().insert(pers).values({ nuSerialPersNumber, modelPERSId }).returning());
    const values = { vehicleModelId: vehicleModel.id, vehicleSerialNumber: nuSerialPersNumber, persId: device.id };
    const vehicle = await made(
      db()
        .insert(vehicles)
        .values({ ...values, riderId: rider.id })
        .returning(),
    );
    await db().insert(companyVehicleLinks).values({ vehicleId: vehicle.id, companyId, startDate });
    return device;
  };
  const first = await riding(people.ada, core.id, velora.id, "P-1");
  await riding(people.bea, lite.id, nordrad.id, "P-2");
  await db().insert(companyPersLinks).values({ persId: first.id, companyId: velora.id, linkType: 1, startDate });
  await db().insert(userCompanies).values({ userId: people.carl.id, companyId: velora.id, status: "active" });
  const device = (email: string, keyPlatformTech: string, appVersion: string | null) => ({
    email,
    keyPlatformTech,
    appVersion,
    mobileDeviceId: email,
    token: `${email} ${keyPlatformTech}`,
    os: 1 as const,
  });
  await db()
    .insert(notificationDevices)
    .values([
      device(people.ada.email, riderApp.key, "2.1"),
      device(people.bea.email, riderApp.key, "2.0.9"),
      device(people.dora.email, riderApp.key, null),
      device(people.carl.email, portalWeb.key, null),
    ]);
  at = { velora: velora.id, nordrad: nordrad.id, core: core.id, lite: lite.id };
});

let n = 0;
const feature = (limits: object, active = true) =>
  api().conditionalFeatures.createLimited({
    ...unlimited,
    title: `Feature ${++n}`,
    keyword: `feature.${n}`,
    moduleId,
    active,
    ...limits,
  });

const asked = (person: Person) => ({ ...staffCtx(db()), actor: asPerson(db(), person) }) as KnownCtx;
/** Whether the feature is on for a person in an app. */
async function isOn(keyword: string, person: Person, app: { keyPlatformTech?: string; appVersion?: string } = {}) {
  const { items } = await appRouter.createCaller(asked(person)).conditionalFeatures.own(app);
  return items.some((item) => item.keyword === keyword);
}

const names = ["ada", "bea", "carl", "dora"] as const;
async function whoGets(keyword: string, app = {}) {
  const on: string[] = [];
  for (const name of names) if (await isOn(keyword, people[name], app)) on.push(name);
  return on;
}

describe("a feature that is limited", () => {
  it("is for everybody where nothing limits it, and for nobody while it is off", async () => {
    expect(await whoGets((await feature({})).keyword)).toEqual([...names]);
    expect(await whoGets((await feature({}, false)).keyword)).toEqual([]);
  });

  it("by company is for its members and for who rides its vehicles", async () => {
    expect(await whoGets((await feature({ companyIds: [at.velora] })).keyword)).toEqual(["ada", "carl"]);
    expect(await whoGets((await feature({ companyIds: [at.velora, at.nordrad] })).keyword)).toEqual([
      "ada",
      "bea",
      "carl",
    ]);
  });

  it("by PERS model is for who rides with one, and for members of a company that has one", async () => {
    expect(await whoGets((await feature({ modelPersIds: [at.core] })).keyword)).toEqual(["ada", "carl"]);
    expect(await whoGets((await feature({ modelPersIds: [at.lite], companyIds: [at.velora] })).keyword)).toEqual([]);
  });

  it.each([
    [{ atLeast: "2.1.0" }, { "2.1.0": true, "2.0.9": false, "2.1": true, "v2.1.3+45": true, "2.1.0-rc.1": false }],
    [{ atMost: "2.1.0" }, { "2.1.0": true, "2.1.1": false, "2": true }],
    [
      { atLeast: "2.0.0", atMost: "2.9.9" },
      { "1.9.9": false, "2.5.0": true, "3.0.0": false, latest: false },
    ],
  ])("by the version of an app: %j", async (versions, expected) => {
    const { keyword } = await feature({ apps: [{ platformTechId: riderApp.id, ...versions }] });
    const found: Record<string, boolean> = {};
    for (const appVersion of Object.keys(expected))
      found[appVersion] = await isOn(keyword, people.dora, { keyPlatformTech: riderApp.key, appVersion });
    expect(found).toEqual(expected);
    expect(await isOn(keyword, people.dora, { keyPlatformTech: riderApp.key })).toBe(false);
    expect(await isOn(keyword, people.dora)).toBe(false);
    expect(await isOn(keyword, people.dora, { keyPlatformTech: "NO_APP", appVersion: "2.5.0" })).toBe(false);
    expect(await isOn(keyword, people.dora, { keyPlatformTech: portalWeb.key })).toBe(true);
  });

  it("ends with what made somebody a part of the company", async () => {
    const { keyword } = await feature({ companyIds: [at.velora] });
    const set = (status: "active" | "disabled") =>
      db().update(userCompanies).set({ status }).where(eq(userCompanies.userId, people.carl.id));
    await set("disabled");
    expect(await isOn(keyword, people.carl)).toBe(false);
    await set("active");
    expect(await isOn(keyword, people.carl)).toBe(true);
  });

  it("ends for its members and riders while the company is disabled", async () => {
    const byCompany = await feature({ companyIds: [at.velora] });
    const byModel = await feature({ modelPersIds: [at.core] });
    const set = (status: "active" | "disabled") =>
      db().update(companies).set({ status }).where(eq(companies.id, at.velora));
    await set("disabled");
    expect([await whoGets(byCompany.keyword), await whoGets(byModel.keyword)]).toEqual([[], ["ada"]]);
    await set("active");
    expect(await whoGets(byCompany.keyword)).toEqual(["ada", "carl"]);
  });
});

describe("the preview", () => {
  it("counts the people whom apps would tell that it is on, and those left out by their first reason", async () => {
    const { id } = await feature(
      { companyIds: [at.velora, at.nordrad], apps: [{ platformTechId: riderApp.id, atLeast: "2.1.0" }] },
      false,
    );
    const audience = await api().conditionalFeatures.audience({ id });
    expect(audience).toMatchObject({ active: false, people: 2, devices: 1, leftOut: { model: 0, app: 1 } });
    expect(audience.sample.map(({ name, companies }) => [name.split(" ")[0], companies])).toEqual([
      ["Ada", ["Velora"]],
      ["Carl", ["Velora"]],
    ]);
    const everybody = await feature({});
    const active = await db().$count(users, eq(users.status, "active"));
    expect(await api().conditionalFeatures.audience({ id: everybody.id })).toMatchObject({
      people: active,
      devices: 2,
      leftOut: { company: 0, model: 0, app: 0 },
    });
    expect(audience.leftOut.company).toBe(active - 3);
  });

  it("shows nobody whom the caller may not see", async () => {
    const { id } = await feature({ companyIds: [at.velora] });
    const seen = async (...rights: Permission[]) => {
      const { people, sample } = await api("conditional-feature.read", ...rights).conditionalFeatures.audience({ id });
      return [people, sample.map(({ name }) => name.split(" ")[0])];
    };
    expect(await seen()).toEqual([2, []]);
    expect(await seen("rider.read")).toEqual([2, ["Ada"]]);
    const { code } = await failure(
      api("conditional-feature.read", "rider.read").conditionalFeatures.trial({ id, userId: people.carl.id }),
    );
    expect(code).toBe("not_found");
  });

  it("says of one person whether it is on, and why not", async () => {
    const limits = { companyIds: [at.velora], apps: [{ platformTechId: riderApp.id, atLeast: "2.0.0" }] };
    const { id } = await feature(limits);
    const trial = (person: Person) => api().conditionalFeatures.trial({ id, userId: person.id });
    expect(await trial(people.ada)).toMatchObject({
      leftOut: null,
      companies: ["Velora"],
      models: ["Core"],
      apps: [{ label: "Rider app", version: "2.1", isFor: true }],
    });
    expect(await trial(people.bea)).toMatchObject({ leftOut: "company", apps: [{ isFor: true }] });
    expect(await trial(people.dora)).toMatchObject({ leftOut: "company", companies: [], models: [] });
    const off = await feature(limits, false);
    expect(await api().conditionalFeatures.trial({ id: off.id, userId: people.ada.id })).toMatchObject({
      leftOut: "off",
    });
  });
});

describe("limits", () => {
  it("are replaced as a whole by who saw them, and recorded", async () => {
    const made = await feature({ companyIds: [at.velora], modelPersIds: [at.core] });
    const { title, keyword } = made;
    const apps = [{ platformTechId: riderApp.id, atLeast: "2.1.0" }];
    const change = { ...unlimited, id: made.id, title, keyword, moduleId, companyIds: [at.nordrad], apps };
    const etag = (version: number) => `"${version}"`;
    const changed = await api().conditionalFeatures.updateLimited({ ...change, ifMatch: etag(made.version) });
    expect(changed).toMatchObject({
      companies: [{ name: "Nordrad" }],
      models: [],
      apps: [{ label: "Rider app", atLeast: "2.1.0", atMost: null }],
    });
    const stale = api().conditionalFeatures.updateLimited({ ...change, ifMatch: etag(made.version) });
    expect((await failure(stale)).code).toBe("version_mismatch");
    const rows = await db().select().from(auditLog).where(eq(auditLog.objectId, made.id)).orderBy(auditLog.at);
    expect(rows.at(-1)).toMatchObject({
      action: "set-limits",
      changes: {
        "company Velora": [true, false],
        "company Nordrad": [false, true],
        "PERS model Core": [true, false],
        "versions of Rider app": [false, "2.1.0 – …"],
      },
    });
    const same = await api().conditionalFeatures.updateLimited({ ...change, ifMatch: etag(changed.version) });
    expect(same.version).toBe(changed.version);
  });

  it("name what exists, and each app once with a first version before the last", async () => {
    const wrong = async (limits: object) => {
      const { code, errors } = await failure(feature(limits));
      return [code, ...(errors ?? []).map(({ path }) => path)];
    };
    const app = { platformTechId: riderApp.id };
    const unknown = crypto.randomUUID();
    expect(await wrong({ companyIds: [unknown] })).toEqual(["unknown_reference", "companyIds"]);
    expect(await wrong({ modelPersIds: [unknown] })).toEqual(["unknown_reference", "modelPersIds"]);
    expect(await wrong({ apps: [{ platformTechId: unknown, atLeast: "2.0.0" }] })).toEqual([
      "unknown_reference",
      "apps",
    ]);
    expect(await wrong({ apps: [app] })).toEqual(["invalid_input", "apps.0.atLeast"]);
    expect(await wrong({ apps: [{ ...app, atLeast: "two" }] })).toEqual(["invalid_input", "apps.0.atLeast"]);
    expect(await wrong({ apps: [{ ...app, atLeast: "3.0.0", atMost: "2.0.0" }] })).toEqual([
      "invalid_input",
      "apps.0.atMost",
    ]);
    const twice = [1, 2].map((major) => ({ ...app, atLeast: `${major}.0.0` }));
    expect(await wrong({ apps: twice })).toEqual(["invalid_input", "apps"]);
  });

  it("keep what they name, and come back with the feature", async () => {
    const { id } = await feature({ modelPersIds: [at.lite], companyIds: [at.velora] });
    const kept = await failure(api().modelPers.remove({ id: at.lite }));
    expect([kept.code, kept.detail]).toEqual(["in_use", expect.stringMatching(/limits? of (a )?conditional feature/)]);
    await api().conditionalFeatures.remove({ id });
    expect(await api().conditionalFeatures.restore({ id })).toMatchObject({ id });
    expect(await api().conditionalFeatures.get({ id })).toMatchObject({
      modelPersIds: [at.lite],
      companyIds: [at.velora],
    });
  });

  it("are not in the documented answers, which stay as they were", async () => {
    const { id, keyword } = await feature({ companyIds: [at.velora] });
    const known = "active,createdAt,description,id,keyword,module,moduleId,title,updatedAt,version";
    const fields = (row: object) => Object.keys(row).sort().join();
    const path = "admin/conditionalFeature";
    const { body } = await ask("GET", `${path}?keyword=${keyword}`, bearer);
    expect([body.items.length, fields(body.items[0] ?? {})]).toEqual([1, known]);
    const patched = await ask("PATCH", `${path}/${id}`, bearer, { title: "Changed by REST" });
    expect([patched.status, fields(patched.body)]).toEqual([200, known]);
    expect(await api().conditionalFeatures.get({ id })).toMatchObject({ companyIds: [at.velora] });
  });
});
