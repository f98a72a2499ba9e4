import { deflateSync } from "node:zlib";
import { sql } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { modelPers, pers, sheetActivities, vehicleBrands, vehicleModels, vehicles } from "@/db/schema";
import { useDatabase } from "@/db/testing/database";
import { seedBase } from "@/seed/base";
import { keepPartitions } from "@/server/devices/iot/iot-partition.service";
import { staffCtx } from "@/server/kit/testing";
import { fileService } from "@/server/platform/file/file.service";
import { makePerson } from "@/server/testing/callers";
import { patternOf, regexOf } from "./needles.rules";
import { person } from "./testing";

const { db } = useDatabase();
beforeAll(() => seedBase(db()));

const oneOf = <T>([row]: T[]): T => {
  if (!row) throw new Error("nothing was made");
  return row;
};

/** A PDF whose one line is compressed and written in pieces, as programs do. */
const pdf = (line: string) => {
  const stream = deflateSync(Buffer.from(`BT [(${line.slice(0, 4)}) 20 (${line.slice(4)})] TJ ET`));
  const [head, tail] = [`%PDF-1.4\n1 0 obj<</Length ${stream.length}/Filter/FlateDecode>>stream\n`, "\nendstream"];
  return Buffer.concat([Buffer.from(head), stream, Buffer.from(`${tail} endobj\n%%EOF`)]);
};

test("the plan lists what names the person alone, in texts, files and messages, and leaves it", async () => {
  const rider = await makePerson(db(), { type: "Rider", firstName: "Quillon", lastName: "Brassfeather" });
  const staff = await makePerson(db());
  const note = { objectId: staff.id, modelType: "user", authorId: staff.id };
  await db()
    .insert(sheetActivities)
    .values([
      { ...note, content: "Ask Quillon\nabout the key" },
      { ...note, content: "Quillons and brassfeathers are others" },
      { ...note, content: "Quillon Brassfeather paid" },
    ]);
  await fileService.upload(staffCtx(db()), { name: "letter.pdf", type: "", bytes: pdf("Dear Quillon, welcome") });
  await fileService.upload(staffCtx(db()), { name: "other.pdf", type: "", bytes: pdf("Dear Max, welcome") });
  const model = oneOf(await db().insert(modelPers).values({ label: "By hand" }).returning());
  const device = { nuSerialPersNumber: "BY-HAND-1", modelPERSId: model.id };
  const { id: persId } = oneOf(await db().insert(pers).values(device).returning());
  const another = { ...device, nuSerialPersNumber: "BY-HAND-2" };
  const { id: anothersId } = oneOf(await db().insert(pers).values(another).returning());
  const brand = oneOf(await db().insert(vehicleBrands).values({ name: "By hand" }).returning());
  const bike = { vehicleBrandId: brand.id, nameVehicleModel: "B", vehicleType: "City" };
  const { id: vehicleModelId } = oneOf(await db().insert(vehicleModels).values(bike).returning());
  await db()
    .insert(vehicles)
    .values([
      { vehicleModelId, vehicleSerialNumber: "BY-HAND", riderId: rider.id, persId },
      { vehicleModelId, vehicleSerialNumber: "OF-STAFF", riderId: staff.id, persId: anothersId },
    ]);
  await keepPartitions(staffCtx(db()));
  await db().execute(sql`
    insert into backoffice.iot_messages (id, received_at, sent_at, message_id, pers_serial_number, iot_message_type, payload)
    select gen_random_uuid(), now(), now(), 'm' || serial, serial, 'status', '{"owner": "Quillon"}'
    from unnest(array['BY-HAND-1', 'BY-HAND-2']) serial`);

  const { caller } = await (await person(db)).at();
  const { byHand } = await caller.erasures.plan({ email: rider.email });
  expect(byHand).toEqual([
    {
      where: "sheet activities, content",
      count: 1,
      examples: [{ id: expect.any(String), text: "Ask Quillon about the key" }],
    },
    {
      where: "uploaded files, contents",
      count: 1,
      examples: [{ id: expect.any(String), text: expect.stringMatching(/^letter\.pdf: .*Quillon/) }],
    },
    {
      where: "device messages, payload",
      count: 1,
      examples: [{ id: expect.any(String), text: '{"owner": "Quillon"}' }],
    },
  ]);
  expect(JSON.stringify(byHand)).not.toContain("Brassfeather");
});

test("names and addresses with signs of their own are found by both kinds of expressions", async () => {
  const identity = { emails: ["jean-luc+x@a-b.demo"], firstName: "Jean-Luc", lastName: "O'Neil/(Sr.)" };
  const text = "from Jean-Luc O'Neil/(Sr.) by Jean-Luc+X@a-b.demo";
  expect(text.match(regexOf(identity))).toHaveLength(2);
  const [row] = await db().execute<{ hits: number }>(
    sql`select count(*)::int as hits from regexp_matches(${text}, ${patternOf(identity)}, 'gi')`,
  );
  expect(row?.hits).toBe(2);
});
