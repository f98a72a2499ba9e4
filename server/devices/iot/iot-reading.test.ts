import { sql } from "drizzle-orm";
import { expect, it } from "vitest";
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

it("tells of each day the last readings of battery and signal, and of a quiet day nothing", async () => {
  const device = await make.pers();
  const other = await make.pers();
  const say = (serial: string, when: string, payload: object) =>
    db().execute(sql`
      insert into backoffice.iot_messages (id, received_at, sent_at, message_id, pers_serial_number, iot_message_type, payload)
      values (gen_random_uuid(), ${when}, ${when}, ${when}, ${serial}, 'telemetry', ${JSON.stringify(payload)}::jsonb)`);
  await say(device.nuSerialPersNumber, at(3, 1), { batteryLevel: 80, signal: -70 });
  await say(device.nuSerialPersNumber, at(3, 22), { batteryLevel: 60 });
  await say(device.nuSerialPersNumber, at(3, 23), { batteryLevel: "low" });
  await say(other.nuSerialPersNumber, at(2, 5), { batteryLevel: 1, signal: -1 });
  await say(device.nuSerialPersNumber, at(1, 0), { signal: -110.5 });

  const { days } = await caller("iot.read").readingsByDay({ persId: device.id });
  expect(days).toHaveLength(30);
  expect(days.slice(-4)).toEqual([
    { day: at(3, 0).slice(0, 10), batteryLevel: 60, signal: -70 },
    { day: at(2, 0).slice(0, 10), batteryLevel: null, signal: null },
    { day: at(1, 0).slice(0, 10), batteryLevel: null, signal: -110.5 },
    { day: at(0, 0).slice(0, 10), batteryLevel: null, signal: null },
  ]);

  // Twelve or thirteen hours ahead the evening is of the next day.
  const inAuckland = await speaking({ language: "en", timeZone: "Pacific/Auckland" }, () =>
    caller("iot.read").readingsByDay({ persId: device.id }),
  );
  expect(inAuckland.days.filter(({ batteryLevel, signal }) => batteryLevel !== null || signal !== null)).toEqual([
    { day: at(3, 0).slice(0, 10), batteryLevel: 80, signal: -70 },
    { day: at(2, 0).slice(0, 10), batteryLevel: 60, signal: null },
    { day: at(1, 0).slice(0, 10), batteryLevel: null, signal: -110.5 },
  ]);
  expect((await failure(caller("pers.read").readingsByDay({ persId: device.id }))).status).toBe(403);
});
