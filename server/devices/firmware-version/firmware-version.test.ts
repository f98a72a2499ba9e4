import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { firmwareVersions } from "@/db/schema";
import { useDatabase } from "@/db/testing/database";
import { deviceFactory, failureOf } from "@/server/devices/pers/testing";
import { staffCtx } from "@/server/kit/testing";
import { compareVersions, versionKey } from "@/server/kit/value/version.rules";
import { appRouter } from "@/server/root";

const { db } = useDatabase();
const make = deviceFactory(db);
const caller = () => appRouter.createCaller(staffCtx(db()));
const call = () => caller().firmwareVersions;
const unknown = "01980000-0000-7000-8000-00000000abcd";

let n = 0;
let categoryId: string;
const wanted = (firmwareVersion: string) => ({
  firmwareVersion,
  categoryId,
  updateId: "MAIN",
  firmwareType: 1 as const,
});
const segment = { index: 0, startAddress: 0, length: 9, data: btoa("123456789"), crc32: "cbf43926" };
beforeEach(async () => {
  categoryId = (await caller().firmwareCategories.create({ label: `Category ${++n}` })).id;
});

const ascending = [
  "0.9.0",
  "1.0.0-alpha",
  "1.0.0-alpha.1",
  "1.0.0-alpha.beta",
  "1.0.0-beta.2",
  "1.0.0-beta.11",
  "1.0.0-rc.1",
  "1.0.0",
  "1.0.0.1",
  "1.2",
  "1.2.0",
  "1.9.0",
  "1.10.0",
  "2.0.0",
  "10.0.0",
];

describe("the order of versions", () => {
  it("is that of versions, not of text, in code as in SQL", async () => {
    expect(ascending.toReversed().toSorted(compareVersions)).toEqual(ascending);
    expect(compareVersions("1.0.0+1", "1.0.0+2")).toBe(0);
    for (const version of [...ascending, "1.0.0+build.7", "1.0.0-rc-2+x", "3.1.4-20240101"]) {
      const { id } = await call().create(wanted(version));
      const [row] = await db().select().from(firmwareVersions).where(eq(firmwareVersions.id, id));
      expect(row?.firmwareVersionSort).toBe(versionKey(version));
    }
  });

  it("is what the list sorts by", async () => {
    for (const version of ascending.toReversed()) await call().create(wanted(version));
    const { items } = await call().list({ categoryId, sortBy: "firmwareVersion:asc", limit: 100 });
    expect(items.map((row) => row.firmwareVersion)).toEqual(ascending);
  });
});

describe("a firmware version", () => {
  it("is created with a UUID, its category, and nothing in it yet", async () => {
    const made = await call().create({ ...wanted("1.2.3"), releaseNote: "Quieter." });
    expect(made).toMatchObject({
      firmwareVersion: "1.2.3",
      category: { id: categoryId },
      isActivated: false,
      persCount: 0,
      compatiblePers: [],
      segments: [],
      releaseNote: "Quieter.",
      version: 1,
    });
    expect(made.uuid).toMatch(/^[\da-f-]{36}$/);
  });

  it.each(["", "1", "v1.0.0", "1.0.x", "1.0.0-", "1.0.0 beta", "latest", "1.2.3.4.5"])(
    "is not called %j",
    async (bad) => {
      const refused = await failureOf(call().create(wanted(bad)));
      expect([refused.status, refused.errors?.[0]?.path]).toEqual([400, "firmwareVersion"]);
    },
  );

  it("is unique by category, update and type, and the fields are named", async () => {
    await call().create(wanted("1.0.0"));
    const twin = await failureOf(call().create(wanted("1.0.0")));
    expect([twin.status, twin.errors?.map((error) => error.path).sort()]).toEqual([
      422,
      ["categoryId", "firmwareType", "firmwareVersion", "updateId"],
    ]);
    await call().create({ ...wanted("1.0.0"), updateId: "OTHER" });
    const boot = await call().create({ ...wanted("1.0.0"), firmwareType: 2 });
    expect((await failureOf(call().update({ id: boot.id, firmwareType: 1 }))).code).toBe("duplicate");
  });

  it("is made once when two make it at once", async () => {
    const results = await Promise.allSettled([call().create(wanted("7.0.0")), call().create(wanted("7.0.0"))]);
    expect(results.map((result) => result.status).sort()).toEqual(["fulfilled", "rejected"]);
    expect((await call().list({ categoryId })).meta.totalItems).toBe(1);
  });

  it("can be asked for before it is made", async () => {
    await call().create(wanted("1.0.0"));
    const taken = await failureOf(call().checkDuplicate(wanted("1.0.0")));
    expect([taken.status, taken.code]).toEqual([422, "duplicate"]);
    expect(await call().checkDuplicate(wanted("1.0.1"))).toBeUndefined();
    expect(await call().checkDuplicate({ ...wanted("1.0.0"), firmwareType: 3 })).toBeUndefined();
    const { firmwareVersion: _, ...anyVersion } = wanted("1.0.0");
    expect((await failureOf(call().checkDuplicate(anyVersion))).status).toBe(422);
    expect((await failureOf(call().checkDuplicate({ ...anyVersion, firmwareType: 4 as 3 }))).status).toBe(400);
  });

  it("needs a category that exists", async () => {
    const refused = await failureOf(call().create({ ...wanted("1.0.0"), categoryId: unknown }));
    expect([refused.status, refused.errors?.[0]?.path]).toEqual([422, "categoryId"]);
  });

  it.each([
    ["part of its name", () => ({ firmwareVersion: "2.0" }), ["2.0.0", "1.2.0"]],
    ["its category", () => ({ categoryId: unknown }), []],
    ["its update", () => ({ updateId: "a_x" }), ["2.0.0"]],
    ["its type", () => ({ firmwareType: 2 as const }), ["1.2.0"]],
    ["whether it is active", () => ({ isActivated: true }), ["3.0.0"]],
  ])("is found by %s", async (_, request, expected) => {
    await call().create({ ...wanted("1.2.0"), firmwareType: 2 });
    await call().create({ ...wanted("2.0.0"), updateId: "A_X" });
    const { id } = await call().create(wanted("3.0.0"));
    await call().replaceSegments({ id, segments: [segment] });
    await call().update({ id, isActivated: true });
    const { items } = await call().list({ categoryId, sortBy: "firmwareVersion:desc", ...request() });
    expect(items.map((row) => row.firmwareVersion)).toEqual(expected);
  });

  it("is active only with an image, which it then keeps", async () => {
    const early = await failureOf(call().create({ ...wanted("1.0.0"), isActivated: true }));
    expect([early.status, early.errors?.[0]?.path]).toEqual([422, "isActivated"]);
    const { id } = await call().create(wanted("1.0.0"));
    const without = await failureOf(call().update({ id, isActivated: true, releaseNote: "Lost" }));
    expect([without.status, without.errors?.[0]?.path]).toEqual([422, "isActivated"]);
    await call().replaceSegments({ id, segments: [segment] });
    expect(await call().update({ id, isActivated: true })).toMatchObject({ isActivated: true, releaseNote: null });
    const offered = await failureOf(call().removeSegments({ id }));
    expect([offered.status, offered.errors?.[0]?.path]).toEqual([422, "isActivated"]);
    await call().update({ id, isActivated: false });
    await call().removeSegments({ id });
    expect((await call().get({ id })).segments).toEqual([]);
  });

  it("gets a new UUID, keeping the rest", async () => {
    const made = await call().create(wanted("1.0.0"));
    const fresh = await call().regenerateUuid({ id: made.id });
    expect(fresh).toMatchObject({ firmwareVersion: "1.0.0", version: 2 });
    expect(fresh.uuid).not.toBe(made.uuid);
  });

  it("is not deleted while devices run it; later it is, and their history keeps its name", async () => {
    const { id } = await call().create(wanted("4.4.4"));
    const modelPERSId = await make.model();
    const device = await caller().pers.create({ nuSerialPersNumber: "FW-1", modelPERSId, firmwareVersionId: id });
    expect((await call().get({ id })).persCount).toBe(1);
    expect((await call().list({ categoryId })).items[0]?.persCount).toBe(1);
    const refused = await failureOf(call().remove({ id }));
    expect([refused.status, refused.detail]).toEqual([422, expect.stringContaining("1 PERS device")]);
    await caller().pers.update({ id: device.id, firmwareVersionId: null });
    await call().remove({ id });
    const { items } = await caller().pers.firmwareHistory({ id: device.id });
    expect(items).toMatchObject([{ firmwareVersion: "4.4.4", category: null }]);
  });
});
