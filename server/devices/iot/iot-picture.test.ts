import { eq, sql } from "drizzle-orm";
import { expect, it } from "vitest";
import { persAlerts, persFirmwareHistory } from "@/db/schema";
import { useDatabase } from "@/db/testing/database";
import { failure, staffCtx } from "@/server/kit/testing";
import { appRouter } from "@/server/root";
import { speaking } from "@/texts/node";
import { deviceFactory } from "../pers/testing";

const { db } = useDatabase();
const make = deviceFactory(db);
const caller = (...permissions: Parameters<typeof staffCtx>[1] & object) =>
  appRouter.createCaller(staffCtx(db(), permissions)).iotMessages;
const midnight = Date.parse(new Date().toISOString().slice(0, 10));
const at = (daysAgo: number, hour: number) =>
  new Date(midnight - daysAgo * 86_400_000 + hour * 3_600_000).toISOString();

const say = (serial: string, when: string, payload: object) =>
  db().execute(sql`
    insert into backoffice.iot_messages (id, received_at, sent_at, message_id, pers_serial_number, iot_message_type, payload)
    values (gen_random_uuid(), ${when}, ${when}, ${when}, ${serial}, 'telemetry', ${JSON.stringify(payload)}::jsonb)`);

it("tells of each day the last readings of battery and signal, and of a quiet day nothing", async () => {
  const device = await make.pers();
  const other = await make.pers();
  const serial = device.nuSerialPersNumber;
  await say(serial, at(3, 1), { batteryLevel: 80, signal: -70 });
  await say(serial, at(3, 22), { batteryLevel: 60 });
  await say(serial, at(3, 23), { batteryLevel: "low" });
  await say(other.nuSerialPersNumber, at(2, 5), { batteryLevel: 1, signal: -1 });
  await say(serial, at(1, 0), { signal: -110.5 });

  const picture = await caller("iot.read").picture({ persId: device.id, span: "month" });
  expect([picture.span, picture.points.length, picture.isHeardBefore]).toEqual(["month", 30, false]);
  expect(picture.points.slice(-4)).toEqual([
    { at: at(3, 0), isHeard: true, batteryLevel: 60, signal: -70 },
    { at: at(2, 0), isHeard: false, batteryLevel: null, signal: null },
    { at: at(1, 0), isHeard: true, batteryLevel: null, signal: -110.5 },
    { at: at(0, 0), isHeard: false, batteryLevel: null, signal: null },
  ]);

  // Twelve or thirteen hours ahead the evening is of the next day.
  const inAuckland = await speaking({ language: "en", timeZone: "Pacific/Auckland" }, () =>
    caller("iot.read").picture({ persId: device.id }),
  );
  expect(
    inAuckland.points.filter((one) => one.isHeard).map(({ batteryLevel, signal }) => [batteryLevel, signal]),
  ).toEqual([
    [80, -70],
    [60, null],
    [null, -110.5],
  ]);
  expect((await failure(caller("pers.read").picture({ persId: device.id }))).status).toBe(403);
});

it("shows a longer span of a device that is silent, a shorter one of a new device, with its alerts and firmware", async () => {
  const [silent, young, never] = [await make.pers(), await make.pers(), await make.pers()];
  for (const daysAgo of [40, 41, 50]) await say(silent.nuSerialPersNumber, at(daysAgo, 5), { batteryLevel: daysAgo });
  const hours = [1, 2, 3].map((n) => new Date(Date.now() - n * 3_600_000).toISOString());
  for (const when of hours) await say(young.nuSerialPersNumber, when, { batteryLevel: 90 });
  const level = await make.level("Critical");
  await make.raised(silent.id, level);
  const [raised] = await db().select().from(persAlerts).where(eq(persAlerts.persId, silent.id));
  const ended = { persId: silent.id, alertId: raised?.alertId ?? "", startedAt: at(110, 0), endedAt: at(100, 0) };
  await db().insert(persAlerts).values(ended);
  const versionId = await make.firmware("2.1.0");
  await db()
    .insert(persFirmwareHistory)
    .values(
      [60, 200].map((daysAgo) => ({ persId: silent.id, firmwareVersionId: versionId, installedAt: at(daysAgo, 0) })),
    );

  const ofSilent = await caller("iot.read").picture({ persId: silent.id });
  expect([ofSilent.span, ofSilent.points.length]).toEqual(["quarter", 90]);
  expect(ofSilent.points.flatMap(({ batteryLevel }) => batteryLevel ?? [])).toEqual([50, 41, 40]);
  expect(ofSilent.alerts.map(({ level, endedAt }) => [level.label, endedAt])).toEqual([["Critical", null]]);
  expect(ofSilent.firmware.map(({ version }) => version)).toEqual(["2.1.0"]);

  const ofYoung = await caller("iot.read").picture({ persId: young.id });
  expect([ofYoung.span, ofYoung.points.length, ofYoung.points.filter((one) => one.isHeard).length]).toEqual([
    "day",
    24,
    3,
  ]);
  const week = await caller("iot.read").picture({ persId: silent.id, span: "week" });
  expect(week.span).toBe("quarter");
  const ofNever = await caller("iot.read").picture({ persId: never.id });
  expect([ofNever.span, ofNever.isHeard, ofNever.points.length]).toEqual(["month", false, 30]);
});
