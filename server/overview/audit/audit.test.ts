import { beforeAll, describe, expect, it } from "vitest";
import { sessions } from "@/db/schema";
import { useDatabase } from "@/db/testing/database";
import { seedBase } from "@/seed/base";
import { modelPersService } from "@/server/devices/model-pers/model-pers.service";
import { makeUser } from "@/server/identity/testing";
import { audit } from "@/server/kit/record/audit";
import { failure, staffCtx } from "@/server/kit/testing";
import { timeLine } from "@/server/overview/time-line/time-line.service";
import { type Permission, permissionCodes } from "@/server/permissions";
import { hasHistory } from "./audit.rules";
import { latest } from "./audit.service";
import { auditedKinds } from "./testing";

const { db } = useDatabase();
beforeAll(() => seedBase(db()));

it("tells a record's changes, newest first, page by page, and nobody else's", async () => {
  const ctx = staffCtx(db());
  const other = await modelPersService.create(ctx, { label: "Other" });
  const made = await modelPersService.create(ctx, { label: "First" });
  await modelPersService.update(ctx, made.id, { label: "Second" });
  await modelPersService.update(ctx, other.id, { label: "Another" });
  await modelPersService.update(ctx, made.id, { label: "Third" });

  const of = { objectType: "model-pers", objectId: made.id };
  const changes = (page: Awaited<ReturnType<typeof timeLine>>) =>
    page.items.flatMap((item) => (item.type === "change" ? [[item.action, item.changes.label]] : []));
  const page = await timeLine(ctx, { ...of, limit: 2 });
  expect(page.hasMore).toBe(true);
  expect(changes(page)).toEqual([
    ["update", ["Second", "Third"]],
    ["update", ["First", "Second"]],
  ]);
  const rest = await timeLine(ctx, { ...of, limit: 2, cursor: page.items.at(-1) });
  expect(rest.hasMore).toBe(false);
  expect(changes(rest).map(([action]) => action)).toEqual(["create"]);
});

it("tells the last changes anywhere, of what the caller may read, and none that nobody made", async () => {
  const ctx = staffCtx(db());
  const made = await modelPersService.create(ctx, { label: "Newest" });
  const job = { ...ctx, actor: { kind: "system", label: "a job" } as const };
  await audit(job, { objectType: "model-pers", objectId: made.id, action: "update" });
  const { id: personId } = await makeUser(db());
  await audit(ctx, { objectType: "session", objectId: personId, action: "create" });
  const { items } = await latest(ctx);
  expect(items[0]).toMatchObject({
    changes: { label: [null, "Newest"] },
    objectType: "model-pers",
    objectId: made.id,
    objectLabel: "Newest",
    action: "create",
  });
  expect(items.length).toBeLessThanOrEqual(10);
  const others = await latest(staffCtx(db(), ["audit.read", "pers.read"]));
  expect(others.items.filter(({ objectType }) => objectType !== "pers")).toEqual([]);
});

const named = auditedKinds();

describe("the right to see what changed", () => {
  it("is said for every kind of record that the code audits", () => {
    expect(named.length).toBeGreaterThan(15);
    expect(named.filter((type) => !hasHistory(type))).toEqual([]);
  });

  const noId = "01900000-0000-7000-8000-000000000000";
  const mayRead = (permissions: Permission[], objectType: string, objectId = noId) =>
    timeLine(staffCtx(db(), ["audit.read", ...permissions]), { objectType, objectId, limit: 10 }).then(
      () => true,
      (error) => (error.code === "forbidden" ? false : Promise.reject(error)),
    );
  const reads = permissionCodes.filter((code) => code.endsWith(".read"));

  it.each(named)("reads no history alone: %s", async (objectType) => {
    expect(await mayRead([], objectType)).toBe(false);
    expect(await mayRead(reads, objectType)).toBe(true);
  });

  it("needs the right to read that very kind of record beside it", async () => {
    expect(await mayRead(["pers.read"], "pers")).toBe(true);
    expect(await mayRead(["pers.read"], "api-key")).toBe(false);
    expect(await mayRead(["api-key.read"], "api-key")).toBe(true);
    expect(await mayRead(["role.write", "user-role.write"], "role")).toBe(false);
  });

  it("reads of each person what their own kind of sheet is read with, and of a session what its person is", async () => {
    const [staff, rider, member] = [
      await makeUser(db()),
      await makeUser(db(), { type: "Rider" }),
      await makeUser(db(), { type: "Pro Center Admin" }),
    ];
    for (const [person, codes] of [
      [staff, ["staff.read"]],
      [member, ["portal-user.read"]],
      [rider, ["portal-user.read", "rider.read"]],
    ] as const) {
      const expiresAt = new Date(Date.now() + 60_000).toISOString();
      const [session] = await db().insert(sessions).values({ userId: person.id, kind: "api", expiresAt }).returning();
      for (const [objectType, objectId] of [
        ["user", person.id],
        ["session", session?.id],
      ] as const)
        for (const code of ["staff.read", "portal-user.read", "rider.read"] as const)
          expect([code, person.type, await mayRead([code], objectType, objectId)]).toEqual([
            code,
            person.type,
            (codes as readonly string[]).includes(code),
          ]);
    }
  });

  it("answers the same for staff as for nobody, and 422 for a kind of record that there is not", async () => {
    const staff = await makeUser(db());
    const clerk = staffCtx(db(), ["audit.read", "portal-user.read", "rider.read"]);
    await audit(clerk, { objectType: "user", objectId: staff.id, action: "update" });
    const ask = (objectType: string, objectId: string) => failure(timeLine(clerk, { objectType, objectId, limit: 10 }));
    expect((await ask("user", staff.id)).detail).toBe((await ask("user", noId)).detail);
    for (const objectType of ["banana", "constructor", "__proto__"])
      expect((await ask(objectType, noId)).status).toBe(422);
  });
});
