import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import {
  companies,
  companyCategories,
  companyVehicleLinks,
  modelPers,
  notificationDeliveries,
  pers,
  userCompanies,
  users,
  vehicleBrands,
  vehicleModels,
  vehicles,
} from "@/db/schema";
import { useDatabase } from "@/db/testing/database";
import { seedBase } from "@/seed/base";
import { failure, staffCtx } from "@/server/kit/testing";
import { appRouter } from "@/server/root";
import { deliverDue } from "../delivery/delivery-round.service";
import { recipientPort } from "../recipient/recipient-port.service";
import { sendersOf } from "../sender/senders";
import { french, german, makeRider } from "../testing";
import { recipientName, recipientTokens } from "./template-token.rules";

// Values that recipients have of their own: of two companies and several vehicles, in the check, in the message and later.

const { db } = useDatabase();
const names = recipientTokens.map(recipientName);
const ctx = () => staffCtx(db());
const api = () => appRouter.createCaller(ctx());
let ids: { velora: string; nordrad: string; second: string };
let [ada, bea, carl, cora]: string[] = [];

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
  const model = await made(
    db()
      .insert(vehicleModels)
      .values({ vehicleBrandId: brand.id, nameVehicleModel: "Two", vehicleType: "bike" })
      .returning(),
  );
  const core = await made(db().insert(modelPers).values({ label: "Core" }).returning());
  const device = await made(db().insert(pers).values({ nuSerialPersNumber: "P-1", modelPERSId: core.id }).returning());
  const vehicle = (fields: Partial<typeof vehicles.$inferInsert>) =>
    made(
      db()
        .insert(vehicles)
        .values({ vehicleModelId: model.id, vehicleSerialNumber: crypto.randomUUID(), ...fields })
        .returning(),
    );
  const people = [
    await makeRider(db(), { firstName: "Ada", lastName: "Noir", languageId: french }),
    await makeRider(db(), { firstName: "Bea", type: "Pro Center Member", languageId: german }),
    await makeRider(db(), { firstName: "Carl" }),
    await makeRider(db(), { firstName: "Cora", type: "Pro Center Member" }),
  ] as const;
  [ada, bea, carl, cora] = people.map(({ email }) => email);
  const of = { startDate: "2026-01-01T00:00:00Z" };
  const own = await vehicle({ riderId: people[0].id, persId: device.id });
  await db()
    .insert(companyVehicleLinks)
    .values({ ...of, vehicleId: own.id, companyId: velora.id });
  await vehicle({ riderId: people[2].id, nameVehicle: "First" });
  const second = await vehicle({ riderId: people[2].id, nameVehicle: "Second" });
  await db()
    .insert(userCompanies)
    .values([
      { userId: people[1].id, companyId: velora.id, status: "active" },
      { userId: people[1].id, companyId: nordrad.id, status: "active" },
      { userId: people[3].id, companyId: nordrad.id, status: "active" },
    ]);
  ids = { velora: velora.id, nordrad: nordrad.id, second: second.id };
});

/** Ends what somebody belongs to. */
async function leaves(email: string | undefined) {
  const { id } = await made(
    db()
      .select()
      .from(users)
      .where(eq(users.email, String(email))),
  );
  await db().update(userCompanies).set({ status: "disabled" }).where(eq(userCompanies.userId, id));
}

const emails = () => [ada, bea, carl, cora].map(String);
const toAll = () => ({
  keyPlatformTechs: ["RIDER_APP"],
  typeNotificationList: [3] as 3[],
  emailUserDestList: emails(),
});

describe("the values of recipients", () => {
  it("are a fixed list, asked for in one call; of several there is none, unless one is named", async () => {
    const found = await recipientPort.valuesOf(ctx(), [...emails(), "nobody@notify.test"], names);
    const by = new Map(found.map((one) => [one.email, one]));
    expect(by.get(String(ada))).toEqual({
      email: ada,
      values: {
        firstName: "Ada",
        lastName: "Noir",
        company: "Velora",
        vehicle: "Brume Two",
        device: "P-1",
        language: "français",
      },
      ambiguous: [],
    });
    expect(by.get(String(bea))).toMatchObject({ values: { language: "Deutsch" }, ambiguous: ["company"] });
    expect(by.get(String(bea))?.values).not.toHaveProperty("company");
    expect(by.get(String(carl))).toMatchObject({ values: { firstName: "Carl" }, ambiguous: ["vehicle", "device"] });
    expect(found).toHaveLength(4);
    const about = { companyId: ids.nordrad, vehicleId: ids.second };
    const named = await recipientPort.valuesOf(ctx(), emails(), ["company", "vehicle", "shoeSize"], about);
    expect(Object.fromEntries(named.map(({ email, values }) => [email, values]))).toEqual({
      [String(ada)]: {},
      [String(bea)]: { company: "Nordrad" },
      [String(carl)]: { vehicle: "Second" },
      [String(cora)]: { company: "Nordrad" },
    });
    expect(named.flatMap(({ ambiguous }) => ambiguous)).toEqual([]);
  });

  it("name no company that is disabled, and none that a vehicle was with before", async () => {
    const companiesOf = async () => {
      const found = await recipientPort.valuesOf(ctx(), [String(ada), String(bea)], ["company"]);
      return new Map(found.map(({ email, values, ambiguous }) => [email, values.company ?? ambiguous.length]));
    };
    const ofAda = eq(companyVehicleLinks.companyId, ids.velora);
    const velora = (status: "active" | "disabled") =>
      db().update(companies).set({ status }).where(eq(companies.id, ids.velora));
    await velora("disabled");
    expect(await companiesOf()).toEqual(
      new Map<unknown, unknown>([
        [ada, 0],
        [bea, "Nordrad"],
      ]),
    );
    await velora("active");
    await db().update(companyVehicleLinks).set({ endDate: "2026-02-01T00:00:00Z" }).where(ofAda);
    expect(await companiesOf()).toEqual(
      new Map([
        [ada, 0],
        [bea, 1],
      ]),
    );
    await db().update(companyVehicleLinks).set({ endDate: null }).where(ofAda);
  });

  it("come after what the request gives, and what is left is asked for or refused", async () => {
    const words = {
      notificationTitle: "{{recipient.company}}",
      notificationContent: "Hi {{recipient.firstName}}, {{n}}",
    };
    const asked = { ...words, ...toAll(), tokens: { n: "1" } };
    const plan = await api().notificationSends.plan(asked);
    expect(plan.missing).toEqual([{ token: "recipient.company", emails: [bea, carl], ambiguous: [bea] }]);
    const refused = await failure(api().notificationRequests.send(asked));
    expect([refused.status, refused.message]).toEqual([422, expect.any(String)]);
    const own = { "recipient.company": "Marais", "recipient.firstName": "Béatrice" };
    const full = { ...asked, tokensByEmail: { [String(bea)]: own, [String(carl)]: { "recipient.company": "None" } } };
    const { messages, missing } = await api().notificationSends.plan(full);
    expect(missing).toEqual([]);
    expect(messages.map(({ email, title, content }) => [email, title, content])).toEqual(
      expect.arrayContaining([
        [ada, "Velora", "Hi Ada, 1"],
        [bea, "Marais", "Hi Béatrice, 1"],
        [carl, "None", "Hi Carl, 1"],
      ]),
    );
    const forAll = { ...asked, tokens: { n: "1", "recipient.company": "All" } };
    expect((await api().notificationSends.plan(forAll)).messages.map(({ title }) => title)).toEqual(
      Array(4).fill("All"),
    );
    const unknown = { ...asked, notificationContent: "{{recipient.shoeSize}}" };
    expect((await failure(api().notificationRequests.send(unknown))).status).toBe(400);
  });

  it("are shown to who may read those people, to others by the names of their tokens", async () => {
    const asked = { ...toAll(), notificationTitle: "{{n}}", notificationContent: "Hi {{recipient.firstName}}" };
    const full = { ...asked, tokens: { n: "given" } };
    const blind = appRouter.createCaller(staffCtx(db(), ["notification-request.write", "rider.read"]));
    const { messages } = await blind.notificationSends.plan(full);
    const shown = messages.map(({ email, title, content, isShown }) => [email, title, content, isShown]);
    expect(shown).toEqual(
      expect.arrayContaining([
        [ada, "given", "Hi Ada", true],
        [bea, "given", "Hi {{recipient.firstName}}", false],
      ]),
    );
  });

  it("stand in the rendered delivery only; who lost one is skipped", async () => {
    const asked = {
      notificationTitle: "{{recipient.company}}",
      notificationContent: "Hi {{recipient.firstName}}",
      keyPlatformTechs: ["PORTAL_WEB"],
      typeNotificationList: [1] as 1[],
      companyId: ids.nordrad,
      emailUserDestList: [String(bea), String(cora)],
    };
    const { id } = await api().notificationRequests.send(asked);
    await leaves(cora);
    await deliverDue(ctx(), 1, sendersOf({}, false));
    const rows = await db().select().from(notificationDeliveries).where(eq(notificationDeliveries.requestId, id));
    const of = (email: string | undefined) => rows.find((row) => row.email === email);
    expect(of(bea)).toMatchObject({ status: "delivered", title: "Nordrad", content: "Hi Bea", tokens: null });
    expect(of(cora)).toMatchObject({ status: "skipped", reason: "no_value: recipient.company", title: null });
    const request = await api().notificationRequests.get({ id });
    expect(request).toMatchObject({ label: "…", tokens: {}, counts: { delivered: 1, skipped: 1 } });
    expect(request.reasons).toEqual([{ status: "skipped", reason: "no_value: recipient.company", count: 1 }]);
    expect((await api().notificationDeliveries.list({ reason: "no_value" })).items).toMatchObject([{ email: cora }]);
    expect((await api().notificationDeliveries.list({ reason: "no_app" })).items).toEqual([]);

    // What somebody has lost since stays in the message as it was sent.
    const read = () =>
      api().inbox.richText({ id, email: String(bea), keyPlatformTech: "PORTAL_WEB", typeNotification: 1 });
    expect(await read()).toMatchObject({ title: "Nordrad", content: "Hi Bea" });
    await leaves(bea);
    expect(await read()).toMatchObject({ title: "Nordrad", content: "Hi Bea" });
    for (const [type, content, shown] of [
      [1, "1 < 2\n<b>Hi</b>", "1 &lt; 2<br />&lt;b&gt;Hi&lt;&#x2F;b&gt;"],
      [2, "<b>Hi</b>", "&lt;b&gt;Hi&lt;&#x2F;b&gt;"],
      [3, "<b>Hi</b><script>steal()</script>", "<b>Hi</b>"],
    ] as const) {
      const as = { id, email: String(bea), keyPlatformTech: "PORTAL_WEB", typeNotification: type };
      const message = eq(notificationDeliveries.id, of(bea)?.id ?? "");
      await db().update(notificationDeliveries).set({ type, content }).where(message);
      expect([type, (await api().inbox.richText(as)).content]).toEqual([type, shown]);
    }
  });
});

it("an inbox of an app is for who has it: by their kind, by a choice in it, or by a device", async () => {
  const asked = { notificationTitle: "T", notificationContent: "C", typeNotificationList: [1] as 1[] };
  const to = { ...asked, keyPlatformTechs: ["RIDER_APP", "PORTAL_WEB"], emailUserDestList: emails() };
  const skipped = async () =>
    (await api().notificationSends.plan(to)).ways.map(({ keyPlatformTech, skipped }) => [
      keyPlatformTech,
      skipped.map(({ reason, emails }) => [reason, ...emails]),
    ]);
  expect(await skipped()).toEqual([
    ["RIDER_APP", [["no_app", bea, cora]]],
    ["PORTAL_WEB", []],
  ]);
  await api().userDevices.store({
    email: String(bea),
    keyPlatformTech: "RIDER_APP",
    mobileDeviceId: "phone",
    token: "t",
    os: 1,
  });
  expect(await skipped()).toContainEqual(["RIDER_APP", [["no_app", cora]]]);
});
