import { asc, eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { auditLog, type KitConfiguration } from "@/db/schema";
import { useDatabase } from "@/db/testing/database";
import type { KnownCtx } from "@/server/kit/call/context";
import { staffCtx } from "@/server/kit/testing";
import { appRouter } from "@/server/root";
import { kitDifferences } from "./pers-kit.rules";
import { deviceFactory, failureOf } from "./testing";

const { db } = useDatabase();
const make = deviceFactory(db);
const initial: KitConfiguration = { version: 1, handlebar: "flat", mount: "front", sensors: ["torque", "speed"] };
let id: string;
beforeEach(async () => {
  id = (await make.pers({ initialKitConfiguration: initial, currentKitConfiguration: initial })).id;
});

const key = (): KnownCtx => ({
  ...staffCtx(db()),
  door: "rest",
  actor: { kind: "key", id: "00000000-0000-7000-8000-00000000000a", label: "a key", permissions: new Set(["*"]) },
});
const asStaff = () => appRouter.createCaller(staffCtx(db())).pers;
const asKey = () => appRouter.createCaller(key()).pers;
const doors = [
  { door: "bearer", read: () => asStaff().kit, write: () => asStaff().updateKit },
  { door: "key", read: () => asKey().kitByKey, write: () => asKey().updateKitByKey },
];

describe.each(doors)("the kit by $door", ({ read, write }) => {
  it("shows what differs, and changes the current kit only", async () => {
    expect(await read()({ id })).toMatchObject({ persId: id, differences: [], version: 1 });
    const current = { version: 1 as const, handlebar: "flat", mount: "rear", sensors: ["speed", "torque", "gps"] };
    const answer = await write()({ id, currentKitConfiguration: current, ifMatch: '"1"' });
    expect(answer).toMatchObject({ initialKitConfiguration: initial, currentKitConfiguration: current, version: 2 });
    expect(answer.differences).toEqual([
      { path: "mount", initial: "front", current: "rear" },
      { path: "sensors", initial: ["torque", "speed"], current: ["speed", "torque", "gps"] },
    ]);
    expect(await read()({ id })).toEqual(answer);
  });

  it("takes the initial kit back as it was read, and refuses another", async () => {
    const reordered = Object.fromEntries(Object.entries(initial).reverse());
    const same = { id, initialKitConfiguration: reordered, currentKitConfiguration: { ...initial, mount: "rear" } };
    expect((await write()(same)).currentKitConfiguration?.mount).toBe("rear");
    for (const bad of [null, {}, { ...initial, mount: "rear" }]) {
      const refused = await failureOf(
        write()({ id, initialKitConfiguration: bad, currentKitConfiguration: { ...initial, mount: "mid" } }),
      );
      expect([refused.status, refused.errors?.[0]?.path]).toEqual([422, "initialKitConfiguration"]);
    }
    expect((await read()({ id })).currentKitConfiguration?.mount).toBe("rear");
  });

  it("names a key that a kit does not have", async () => {
    const bad = { ...initial, saddle: "gel" } as KitConfiguration;
    const refused = await failureOf(write()({ id, currentKitConfiguration: bad }));
    expect([refused.status, refused.errors?.[0]?.path]).toEqual([400, "currentKitConfiguration"]);
    expect(refused.detail).toContain("saddle");
  });

  it("takes a part that is null for one that is not there", async () => {
    const { currentKitConfiguration } = await write()({ id, currentKitConfiguration: { ...initial, mount: null } });
    expect(currentKitConfiguration).toEqual({ version: 1, handlebar: "flat", sensors: initial.sensors });
    const none = await write()({ id, currentKitConfiguration: null });
    expect(none.currentKitConfiguration).toBeNull();
    expect(none.differences).toHaveLength(3);
  });

  it("refuses a version that was not seen, and a device that does not exist", async () => {
    await write()({ id, currentKitConfiguration: { ...initial, mount: "rear" } });
    const late = await failureOf(
      write()({ id, currentKitConfiguration: { ...initial, mount: "mid" }, ifMatch: '"1"' }),
    );
    expect(late.status).toBe(412);
    const nobody = "01980000-0000-7000-8000-00000000abcd";
    expect((await failureOf(read()({ id: nobody }))).status).toBe(404);
    expect((await failureOf(write()({ id: nobody, currentKitConfiguration: initial }))).status).toBe(404);
  });

  it("leaves no trace of the same kit written again", async () => {
    const reordered = { sensors: initial.sensors, mount: "front", handlebar: "flat", version: 1 as const };
    expect((await write()({ id, currentKitConfiguration: reordered })).version).toBe(1);
    expect(await db().select().from(auditLog).where(eq(auditLog.objectId, id))).toEqual([]);
  });
});

it("is read-only through the device as well", async () => {
  const changed = { ...initial, mount: "rear" };
  const refused = await failureOf(asStaff().update({ id, initialKitConfiguration: { ...changed }, status: "active" }));
  expect([refused.status, refused.errors?.[0]?.path]).toEqual([422, "initialKitConfiguration"]);
  expect((await asStaff().get({ id })).status).toBe("stock");
  expect((await asStaff().update({ id, initialKitConfiguration: { ...initial }, status: "active" })).status).toBe(
    "active",
  );
  const modelPERSId = await make.model();
  const created = await failureOf(
    asStaff().create({ nuSerialPersNumber: "K-1", modelPERSId, initialKitConfiguration: { ...initial } }),
  );
  expect(created.status).toBe(422);
});

it("is undone by writing what the trail says was there", async () => {
  const changed = { ...initial, mount: "rear" };
  await asStaff().updateKit({ id, currentKitConfiguration: changed });
  const [entry] = await db().select().from(auditLog).where(eq(auditLog.objectId, id)).orderBy(asc(auditLog.id));
  expect(entry?.changes).toEqual({ currentKitConfiguration: [initial, changed] });
  const before = entry?.changes.currentKitConfiguration?.[0] as KitConfiguration;
  expect((await asStaff().updateKit({ id, currentKitConfiguration: before })).differences).toEqual([]);
});

it("differs by what stands on one side only, and not by the shape's version", () => {
  expect(kitDifferences(null, { version: 1, sensors: [] })).toEqual([{ path: "sensors", initial: null, current: [] }]);
  expect(kitDifferences({ ...initial, battery: "500 Wh" }, initial)).toEqual([
    { path: "battery", initial: "500 Wh", current: null },
  ]);
});
