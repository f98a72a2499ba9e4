import { eq, sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import {
  alerts,
  alertTranslations,
  companies,
  companyPersLinks,
  companyVehicleLinks,
  labels as labelTable,
  labelTranslations,
  languages,
  levelAlerts,
  levelAlertTranslations,
  modelPers,
  modules,
  pers,
  persAlerts,
  users,
  vehicleBrands,
  vehicleModels,
  vehicles,
} from "@/db/schema";
import { useDatabase } from "@/db/testing/database";
import { makeCompany } from "@/server/companies/testing";
import { staffCtx } from "@/server/kit/testing";
import { phoneKeyOf } from "@/server/kit/value/phone.rules";
import { speaking } from "@/texts/node";
import { search } from "./search.service";

const { db } = useDatabase();

beforeAll(async () => {
  const [model] = await db().insert(modelPers).values({ label: "Core 100%" }).returning();
  const serials = Array.from({ length: 300 }, (_, n) => `SN-${String(n).padStart(4, "0")}-X`);
  await db()
    .insert(pers)
    .values([...serials, "SN-0"].map((nuSerialPersNumber) => ({ nuSerialPersNumber, modelPERSId: model?.id ?? "" })));
});

beforeAll(async () => {
  const person = { lastName: "Found", status: "active" } as const;
  await db()
    .insert(users)
    .values([
      { ...person, firstName: "Stacey", email: "stacey@persdesk.demo", type: "Staff" },
      { ...person, firstName: "Rhea", email: "rhea@example.com", type: "Rider", phoneNumber: "+33 1 18 04 95 63" },
      { ...person, firstName: "Théo", lastName: "Garnier", email: "t.g@example.com", type: "Rider" },
      { ...person, firstName: "Garance", lastName: "Théodore", email: "g.t@example.com", type: "Rider" },
    ]);
});

const only = <T>([row]: T[]): T => {
  if (!row) throw new Error("nothing was inserted");
  return row;
};

/** A vehicle of a company with a PERS and a rider. */
beforeAll(async () => {
  const company = await makeCompany(db());
  await db()
    .update(companies)
    .set({ name: "Velora SAS", registerNumber: "FR 812 345 678", phoneNumber: "+49 30 123456" })
    .where(eq(companies.id, company.id));
  const brand = only(await db().insert(vehicleBrands).values({ name: "Cyclon" }).returning());
  const model = { vehicleBrandId: brand.id, nameVehicleModel: "City", vehicleType: "Bike" };
  const { id: vehicleModelId } = only(await db().insert(vehicleModels).values(model).returning());
  const rider = only(await db().select().from(users).where(eq(users.email, "rhea@example.com")));
  const device = only(await db().select().from(pers).where(eq(pers.nuSerialPersNumber, "SN-0123-X")));
  const named = { vehicleSerialNumber: "VEL25000286", vehicleRegistrationNumber: "AA-123-BB", nameVehicle: "Brume 2" };
  const vehicle = only(
    await db()
      .insert(vehicles)
      .values({ ...named, vehicleModelId, persId: device.id, riderId: rider.id })
      .returning(),
  );
  const link = { companyId: company.id, startDate: new Date().toISOString() };
  await db()
    .insert(companyVehicleLinks)
    .values({ ...link, vehicleId: vehicle.id });
  await db()
    .insert(companyPersLinks)
    .values({ ...link, persId: device.id, linkType: 1 });
});

/** A label in two languages. */
beforeAll(async () => {
  const module = only(await db().insert(modules).values({ code: "SEARCH", label: "Search" }).returning());
  const label = only(await db().insert(labelTable).values({ name: "home.title", moduleId: module.id }).returning());
  for (const [code, value] of [
    ["en", "Welcome back"],
    ["fr", "Bienvenue"],
  ] as const) {
    const isDefault = code === "en";
    const language = only(await db().insert(languages).values({ code, name: code, isDefault }).returning());
    await db().insert(labelTranslations).values({ parentId: label.id, languageId: language.id, value });
  }
});

const labels = async (term: string, permissions?: Parameters<typeof staffCtx>[1]) =>
  (await search(staffCtx(db(), permissions), term)).items.map(({ kind, label }) => `${kind} ${label}`);

const about = async (term: string, permissions?: Parameters<typeof staffCtx>[1]) =>
  (await search(staffCtx(db(), permissions), term)).items.map(({ about }) => about);

describe("search", () => {
  it.each(["01 18 04 95 63", "+33118049563", "0033 (0)1 18.04.95.63", "18 04 95"])(
    "finds people by telephone: %s",
    async (term) => expect(await labels(term)).toEqual(["riders Rhea Found"]),
  );

  it("finds vehicles by serial, name and registration, and says whose they are", async () => {
    for (const term of ["VEL2500", "brume 2", "aa-123"]) expect(await labels(term)).toEqual(["vehicles Brume 2"]);
    const all = ["VEL25000286", "AA-123-BB", "Cyclon City", "Velora SAS", "Rhea Found"];
    expect(await about("brume 2")).toEqual([all]);
    expect(await about("brume 2", ["vehicle.read"])).toEqual([all.slice(0, 3)]);
    expect(await about("brume 2", ["vehicle.read", "rider.read"])).toEqual([all.filter((one) => one !== "Velora SAS")]);
    expect(await about("n-0123")).toEqual([["Core 100%", "Velora SAS", "Brume 2 VEL25000286", "Rhea Found"]]);
  });

  it("finds companies by a register number in any spelling, and by telephone", async () => {
    for (const term of ["FR 812 345 678", "fr812345678", "812.345", "030 123456"])
      expect(await labels(term)).toEqual(["companies Velora SAS"]);
  });

  it("finds texts by their words in any language, and shows them in the reader's", async () => {
    expect(await labels("bienvenue")).toEqual(["labels home.title"]);
    expect(await about("bienvenue")).toEqual([["Welcome back"]]);
  });

  it("finds open alerts by their device and by their words in any language, and leads to the device", async () => {
    const device = only(await db().select().from(pers).where(eq(pers.nuSerialPersNumber, "SN-0123-X")));
    const level = only(
      await db().insert(levelAlerts).values({ label: "Critical", color: "#f00", rank: 1 }).returning(),
    );
    const raise = async (alertLabel: string, code: string, endedAt: string | null) => {
      const kind = { alertLabel, code, topicAlert: "Ride", groupAlert: "Safety", levelAlertId: level.id };
      const alert = only(await db().insert(alerts).values(kind).returning());
      const startedAt = new Date(Date.now() - 3_600_000).toISOString();
      await db().insert(persAlerts).values({ persId: device.id, alertId: alert.id, startedAt, endedAt });
      return alert.id;
    };
    const fall = await raise("Fall detected", "FALL", null);
    await raise("Zone left", "ZONE", new Date().toISOString());
    const french = only(await db().select().from(languages).where(eq(languages.code, "fr")));
    await db().insert(alertTranslations).values({ parentId: fall, languageId: french.id, title: "Chute détectée" });
    const critical = { parentId: level.id, languageId: french.id, label: "Critique" };
    await db().insert(levelAlertTranslations).values(critical);

    expect(await labels("n-0123", ["pers.read"])).toEqual(["pers SN-0123-X", "persAlerts Fall detected"]);
    const found = await search(staffCtx(db(), ["pers.read"]), "chute");
    expect(found.items).toEqual([
      expect.objectContaining({
        kind: "persAlerts",
        label: "Fall detected",
        about: ["SN-0123-X", "Critical"],
        page: { kind: "pers", id: device.id },
      }),
    ]);
    const inFrench = await speaking({ language: "fr", timeZone: "UTC" }, () => labels("fall", ["pers.read"]));
    expect(inFrench).toEqual(["persAlerts Chute détectée"]);
    const told = await speaking({ language: "fr", timeZone: "UTC" }, () => about("fall", ["pers.read"]));
    expect(told).toEqual([["SN-0123-X", "Critique"]]);
    expect(await labels("zone", ["pers.read"])).toEqual([]);
    expect(await labels("fall", ["vehicle.read"])).toEqual([]);
    await db().delete(persAlerts);
  });

  it("finds riders among portal users where the caller has no right to riders alone", async () => {
    expect(await labels("rhea", ["portal-user.read", "rider.read"])).toEqual(["riders Rhea Found"]);
    expect(await labels("rhea", ["portal-user.read"])).toEqual(["portalUsers Rhea Found"]);
    expect(await labels("rhea", ["rider.read"])).toEqual(["riders Rhea Found"]);
  });

  it("tells which lists have more of a name", async () => {
    expect((await search(staffCtx(db()), "sn-0")).more).toEqual(["pers"]);
    expect((await search(staffCtx(db()), "n-0123")).more).toEqual([]);
  });

  it("finds people by an address as far as it is typed, from its beginning on", async () => {
    const rights = ["rider.read"] as const;
    for (const term of ["rhea@example.com", "Rhea@Exam", "rhea@", " rhea@example.com "])
      expect(await labels(term, [...rights]), term).toEqual(["riders Rhea Found"]);
    expect(await labels("@example.com", [...rights])).toHaveLength(3);
    expect(await labels("ea@example.com", [...rights])).toEqual([]);
    expect(await labels("rhe_@example.com", [...rights])).toEqual([]);
  });

  it("spells telephone numbers as the server does", async () => {
    const spellings = ["+33 (0)1 18", "0033/1-18", "", "abc", "１２３", "00 00"];
    for (const one of spellings) {
      const [row] = await db().execute<{ key: string }>(sql`select platform.phone_key(${one}) as key`);
      expect([one, row?.key]).toEqual([one, phoneKeyOf(one)]);
    }
  });

  it("finds a part of a serial number, in any case", async () => {
    expect(await labels("n-0123")).toEqual(["pers SN-0123-X"]);
  });

  it("gives five of a kind at the most, the exact match first even among thousands", async () => {
    const found = await labels("sn-0");
    expect(found).toHaveLength(5);
    expect(found[0]).toBe("pers SN-0");
  });

  it("takes wildcards literally", async () => {
    expect(await labels("100%")).toEqual(["modelPers Core 100%"]);
    expect(await labels("SN_0")).toEqual([]);
  });

  it.each([
    ["theo", ["Théo Garnier", "Garance Théodore"]],
    ["THÉO garnier", ["Théo Garnier"]],
    ["garnier théo", ["Théo Garnier"]],
    ["garnier th", ["Théo Garnier"]],
    ["th g", ["Théo Garnier", "Garance Théodore"]],
    ["garnier eo", []],
    ["garnier rhea", []],
  ])("takes words in any order, with or without accents, short ones as beginnings: %s", async (term, expected) => {
    expect(await labels(term, ["portal-user.read"])).toEqual(expected.map((name) => `portalUsers ${name}`));
  });

  it("shows only what the person may read", async () => {
    expect(await labels("core", [])).toEqual([]);
    expect(await labels("n-0123", ["model-pers.read"])).toEqual([]);
    expect(await labels("core", ["model-pers.read"])).toEqual(["modelPers Core 100%"]);
  });

  it("finds nobody beyond the reach of the list: staff are no portal users", async () => {
    expect(await labels("found", ["portal-user.read"])).toEqual(["portalUsers Rhea Found"]);
    expect(await labels("found", ["staff.read"])).toEqual(["staff Stacey Found"]);
  });
});
