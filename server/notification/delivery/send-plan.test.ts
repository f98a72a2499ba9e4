import { beforeEach, describe, expect, it } from "vitest";
import { modelPers, notificationDevices, pers, userOptins, vehicleBrands, vehicleModels, vehicles } from "@/db/schema";
import { useDatabase } from "@/db/testing/database";
import { seedBase } from "@/seed/base";
import { rowOf, workbookOf } from "@/server/kit/import/sheet/testing";
import { failure, staffCtx } from "@/server/kit/testing";
import { appRouter } from "@/server/root";
import { english, french, makeRider, makeTemplate } from "../testing";

const { db } = useDatabase();
beforeEach(() => seedBase(db()));
const api = () => appRouter.createCaller(staffCtx(db()));

describe("the plan of a message", () => {
  it("says who gets it, who later and who not, and why; and it sends nothing", async () => {
    const [asleep, out, plain] = [await makeRider(db()), await makeRider(db()), await makeRider(db())];
    const optin = { platformTechKey: "RIDER_APP" };
    await db()
      .insert(userOptins)
      .values([
        { ...optin, userId: asleep.id, quietFrom: "00:00", quietTo: "23:59" },
        { ...optin, userId: out.id, pushNotifications: false },
      ]);
    const { keyNotificationTemplate } = await makeTemplate(db());
    const emails = [asleep, out, plain].map(({ email }) => email);
    const asked = {
      keyNotificationTemplate,
      keyPlatformTechs: ["RIDER_APP"],
      typeNotificationList: [1, 2, 3] as (1 | 2 | 3)[],
      emailUserDestList: [...emails, "nobody@notify.test", emails[0] ?? "", "no address"],
    };
    const plan = await api().notificationSends.plan(asked);
    expect(plan).toMatchObject({
      people: 4,
      sample: [...emails, "nobody@notify.test"],
      rejectedCount: 2,
      rejected: [
        { email: emails[0], reason: "duplicate" },
        { email: "no address", reason: "invalid_address" },
      ],
      missingTokens: ["name"],
    });
    const way = (type: number) => plan.ways.find((one) => one.type === type);
    const nobody = { reason: "unknown_person", count: 1, emails: ["nobody@notify.test"] };
    expect(way(1)).toMatchObject({ now: 3, later: [], skipped: [nobody] });
    expect(way(2)?.now).toBe(0);
    expect(way(2)?.skipped).toEqual(
      expect.arrayContaining([
        nobody,
        { reason: "opted_out", count: 1, emails: [out.email] },
        { reason: "no_device", count: 2, emails: [asleep.email, plain.email] },
      ]),
    );
    const tokens = { name: "Ada" };
    expect((await api().notificationSends.plan({ ...asked, tokens })).missingTokens).toEqual([]);
    expect((await api().notificationRequests.list({})).items).toEqual([]);
  });

  it("shows it to each in the language of the app, before their own", async () => {
    const [own, ofApp] = [
      await makeRider(db(), { languageId: english }),
      await makeRider(db(), { languageId: english }),
    ];
    await db().insert(userOptins).values({ platformTechKey: "RIDER_APP", userId: ofApp.id, languageId: french });
    const { keyNotificationTemplate } = await makeTemplate(db());
    const { messages } = await api().notificationSends.plan({
      keyNotificationTemplate,
      keyPlatformTechs: ["RIDER_APP"],
      typeNotificationList: [1],
      emailUserDestList: [own.email, ofApp.email],
    });
    expect(messages.map(({ email, language }) => [email, language])).toEqual([
      [own.email, "en"],
      [ofApp.email, "fr"],
    ]);
  });

  it("asks the senders that are on", async () => {
    const { email } = await makeRider(db());
    const device = { email, keyPlatformTech: "RIDER_APP", mobileDeviceId: "phone", token: email, os: 2 };
    await db().insert(notificationDevices).values(device);
    const words = { notificationTitle: "Title", notificationContent: "Text" };
    const to = { keyPlatformTechs: ["RIDER_APP"], emailUserDestList: [email] };
    const { ways } = await api().notificationSends.plan({ ...words, ...to, typeNotificationList: [2] });
    expect(ways).toMatchObject([{ now: 0, skipped: [{ reason: "sender_off: apns", count: 1 }] }]);
  });
});

it("the riders of a model or a firmware version are a list", async () => {
  const rider = await makeRider(db());
  await makeRider(db());
  const [model] = await db().insert(modelPers).values({ label: "Core" }).returning();
  const [device] = await db()
    .insert(pers)
    .values({ nuSerialPersNumber: "P-1", modelPERSId: model?.id ?? "" })
    .returning();
  const [brand] = await db().insert(vehicleBrands).values({ name: "Velora" }).returning();
  const [bike] = await db()
    .insert(vehicleModels)
    .values({ vehicleBrandId: brand?.id ?? "", nameVehicleModel: "One", vehicleType: "bike" })
    .returning();
  await db()
    .insert(vehicles)
    .values({ vehicleModelId: bike?.id ?? "", vehicleSerialNumber: "V-1", persId: device?.id, riderId: rider.id });
  const { items } = await api().riders.list({ modelPERSId: model?.id });
  expect(items.map(({ email }) => email)).toEqual([rider.email]);
  expect((await api().riders.list({ firmwareVersionId: model?.id })).items).toEqual([]);
});

describe("a table of recipients", () => {
  const read = (bytes: Buffer) =>
    api().notificationSends.table({
      fileName: "riders.xlsx",
      file: { name: "riders.xlsx", type: "application/octet-stream", bytes: new Uint8Array(bytes) },
    });

  it("is read out of a workbook as out of a CSV file", async () => {
    const rows = ["email;level", "ada@notify.test;20", "bea@notify.test;"].map((line) => line.split(";"));
    const book = workbookOf({ rows: rows.map((cells) => rowOf(...cells)).join("") });
    expect(await read(book)).toEqual({ rows });
    expect(await read(Buffer.from(rows.map((cells) => cells.join(";")).join("\n")))).toEqual({ rows });
  });

  it("says what is wrong with a file that is none", async () => {
    const { code, errors } = await failure(read(Buffer.from("PK\x03\x04 no workbook", "latin1")));
    expect([code, errors?.map(({ path }) => path)]).toEqual(["invalid_input", ["file"]]);
  });
});
