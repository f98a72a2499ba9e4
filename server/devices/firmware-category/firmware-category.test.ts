import { eq, ilike } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { auditLog, firmwareCategories } from "@/db/schema";
import { useDatabase } from "@/db/testing/database";
import { failureOf } from "@/server/devices/pers/testing";
import { staffCtx } from "@/server/kit/testing";
import { appRouter } from "@/server/root";

const { db } = useDatabase();
const caller = () => appRouter.createCaller(staffCtx(db()));
const call = () => caller().firmwareCategories;
const version = (categoryId: string, firmwareVersion = "1.0.0") =>
  caller().firmwareVersions.create({ categoryId, firmwareVersion, updateId: "MAIN", firmwareType: 1 });

describe("firmware categories", () => {
  it("stand by label, whatever its case, and are found by part of it", async () => {
    for (const label of ["delta", "Alpha 50%", "bravo", "Charlie_1"]) await call().create({ label });
    const labels = async (request: object) => (await call().list(request)).items.map((row) => row.label);
    expect(await labels({})).toEqual(["Alpha 50%", "bravo", "Charlie_1", "delta"]);
    expect(await labels({ sortBy: "label:desc", limit: 2 })).toEqual(["delta", "Charlie_1"]);
    expect(await labels({ label: "RAV" })).toEqual(["bravo"]);
    expect(await labels({ label: "50%" })).toEqual(["Alpha 50%"]);
    expect(await labels({ label: "e_1" })).toEqual(["Charlie_1"]);
  });

  it("have labels that are unique whatever their case, on create and on change", async () => {
    const first = await call().create({ label: "Trail" });
    const second = await call().create({ label: "Touring" });
    const made = await failureOf(call().create({ label: " tRAIL " }));
    expect([made.status, made.code, made.errors?.[0]?.path]).toEqual([422, "duplicate", "label"]);
    const changed = await failureOf(call().update({ id: second.id, label: "TRAIL" }));
    expect([changed.status, changed.errors?.[0]?.path]).toEqual([422, "label"]);
    expect((await call().update({ id: first.id, label: "TRAIL" })).label).toBe("TRAIL");
  });

  it("make one row of 50 identical creates at once", async () => {
    const results = await Promise.allSettled(Array.from({ length: 50 }, () => call().create({ label: "Fifty" })));
    const refused = results.filter((result) => result.status === "rejected");
    expect(refused).toHaveLength(49);
    for (const { reason } of refused) expect((await failureOf(Promise.reject(reason))).status).toBe(422);
    expect(await db().select().from(firmwareCategories).where(ilike(firmwareCategories.label, "fifty"))).toHaveLength(
      1,
    );
  });

  it("count their versions, cannot be deleted with any, and can be brought back", async () => {
    const { id, versionsCount } = await call().create({ label: "Counted" });
    expect(versionsCount).toBe(0);
    const made = [await version(id, "1.0.0"), await version(id, "1.1.0")];
    expect((await call().get({ id })).versionsCount).toBe(2);
    const refused = await failureOf(call().remove({ id }));
    expect([refused.status, refused.detail]).toEqual([422, expect.stringContaining("2 firmware versions")]);
    for (const { id } of made) await caller().firmwareVersions.remove({ id });
    await call().remove({ id });
    expect((await failureOf(call().get({ id }))).status).toBe(404);
    expect((await call().restore({ id })).label).toBe("Counted");
    const trail = await db().select().from(auditLog).where(eq(auditLog.objectId, id));
    expect(trail.map((entry) => entry.action).sort()).toEqual(["create", "remove", "restore"]);
  });

  it("that are deleted and given a version at once end with one or the other", async () => {
    const { id } = await call().create({ label: "Raced" });
    const [removed, made] = await Promise.allSettled([call().remove({ id }), version(id)]);
    expect([removed.status, made.status].sort()).toEqual(["fulfilled", "rejected"]);
    const { reason } = [removed, made].find((result) => result.status === "rejected") as PromiseRejectedResult;
    expect((await failureOf(Promise.reject(reason))).status).toBe(422);
  });

  it("need the right", async () => {
    const reader = appRouter.createCaller(staffCtx(db(), ["firmware.read"])).firmwareCategories;
    expect((await failureOf(reader.create({ label: "Mine" }))).status).toBe(403);
    const nobody = appRouter.createCaller(staffCtx(db(), [])).firmwareCategories;
    expect((await failureOf(nobody.list({}))).status).toBe(403);
  });
});
