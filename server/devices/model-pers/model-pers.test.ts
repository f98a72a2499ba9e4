import { describe, expect, it } from "vitest";
import { useDatabase } from "@/db/testing/database";
import { failure, staffCtx } from "@/server/kit/testing";
import { modelPersRouter } from "./model-pers.router";

const { db } = useDatabase();
const as = (...permissions: Parameters<typeof staffCtx>[1] & object) =>
  modelPersRouter.createCaller(staffCtx(db(), permissions));

/** a PNG of one pixel */
const pixel = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

describe("model-pers", () => {
  it("lives through create, find, change, remove and undo", async () => {
    const staff = as("model-pers.read", "model-pers.write");
    const made = await staff.create({ label: "  Core 2 " });
    expect(made).toMatchObject({ label: "Core 2", description: null });
    expect((await staff.list({ label: "core" })).items).toEqual([made]);
    expect(await staff.update({ id: made.id, description: "New" })).toMatchObject({ label: "Core 2", version: 2 });
    await staff.remove({ id: made.id });
    await expect(staff.get({ id: made.id })).rejects.toMatchObject({ code: "NOT_FOUND" });
    expect(await staff.restore({ id: made.id })).toMatchObject({ label: "Core 2" });
  });

  it("refuses an empty, a long and a repeated label", async () => {
    const staff = as("model-pers.write");
    await staff.create({ label: "Core 3" });
    await expect(staff.create({ label: " " })).rejects.toMatchObject({ code: "BAD_REQUEST" });
    await expect(staff.create({ label: "x".repeat(81) })).rejects.toMatchObject({ code: "BAD_REQUEST" });
    await expect(staff.create({ label: "Core 3" })).rejects.toMatchObject({ code: "UNPROCESSABLE_CONTENT" });
  });

  it("has a picture, whose change is one of the record", async () => {
    const staff = as("model-pers.read", "model-pers.write");
    const { id, picture } = await staff.create({ label: "Core 4" });
    expect(picture).toBeNull();
    const changed = await staff.setPicture({ id, picture: pixel, ifMatch: '"1"' });
    expect(changed).toMatchObject({
      version: 2,
      picture: expect.stringMatching(/^\/api\/pictures\/[\da-f]{40}\.webp$/),
    });
    expect((await staff.list({ label: "core 4" })).items).toEqual([changed]);
    expect((await failure(staff.setPicture({ id, picture: pixel, ifMatch: '"1"' }))).status).toBe(412);
    expect((await failure(as("model-pers.read").setPicture({ id, picture: null }))).status).toBe(403);
    expect((await staff.setPicture({ id, picture: null })).picture).toBeNull();
  });

  it("is changed only by who may write, and read only by who may read", async () => {
    await expect(as("model-pers.read").create({ label: "Mine" })).rejects.toMatchObject({ code: "FORBIDDEN" });
    await expect(as("model-pers.write").list({})).rejects.toMatchObject({ code: "FORBIDDEN" });
  });
});
