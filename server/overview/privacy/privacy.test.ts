import { readFile } from "node:fs/promises";
import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { auditLog, erasures, mailLog, sessions, userOptins, users } from "@/db/schema";
import { useDatabase } from "@/db/testing/database";
import { env } from "@/env/env";
import { seedBase } from "@/seed/base";
import { handleApi } from "@/server/api";
import { systemCtx } from "@/server/kit/call/context";
import { partsOfImports } from "@/server/kit/import/import-parts";
import { readChunk, writeChunk } from "@/server/kit/import/plan-store";
import { storage } from "@/server/kit/storage/storage";
import { cookieOf, makePerson, makeSession } from "@/server/testing/callers";
import { reapplyErasures } from "./erasure.service";

import { canary, importId, person, plant, tracesLeft, useErasedFile, whole } from "./testing";

const { db } = useDatabase();
beforeAll(() => seedBase(db()));
useErasedFile();

describe("a person", () => {
  test("is looked up, downloaded, erased by two people, and found nowhere afterwards", async () => {
    const { userId, sessionId, plan } = await plant(db);
    const first = await person(db, ["privacy.erase", "privacy.read", "contact-log.reveal"]);
    const second = await person(db);
    const one = await first.at();
    const held = await one.caller.privacy.held({ email: canary.email });
    const counts = Object.fromEntries(held.parts.map(({ key, count }) => [key, count]));
    expect(counts).toMatchObject({
      profile: 1,
      memberships: 1,
      sessions: 1,
      vehicles: 1,
      notesAbout: 1,
      notesBy: 1,
      mails: 2,
      notifications: 2,
      devices: 1,
      contactLogs: 1,
      sealedContactLogs: 1,
      files: 1,
      referents: 1,
      auditAbout: 3,
      auditBy: 1,
    });
    for (const { key, count, rows } of held.parts) expect(rows, key).toHaveLength(count);
    const memberships = held.parts.find(({ key }) => key === "memberships");
    expect(memberships?.rows).toMatchObject([{ company: `Repairs ${whole}`, status: "active" }]);
    expect(JSON.stringify(held.parts)).not.toMatch(/passwordHash|personalSealed/);
    const withoutReveal = await (await second.at()).caller.privacy.held({ email: canary.email });
    expect(withoutReveal).toMatchObject({ hasSealed: false });
    expect(withoutReveal.parts.map(({ key }) => key)).not.toContain("sealedContactLogs");
    const file = async (format: "json" | "html") =>
      new Response((await one.caller.privacy.download({ email: canary.email, format })).body as BodyInit).text();
    expect(JSON.parse(await file("json")).parts).toHaveLength(held.parts.length);
    const html = await file("html");
    expect(html).toContain("O&#39;Feather");
    expect(html).not.toContain("<script");

    const request = await one.caller.erasures.request({ email: canary.email, reason: `${whole} wrote to us` });
    expect(request).toMatchObject({ status: "requested", email: canary.email, requestedBy: "Pri Vacy" });
    const two = await second.at();
    const before = await tracesLeft(db);
    expect(new Set(before.map((row) => row.split(":")[0])).size).toBeGreaterThan(14);
    const { lines, hash } = await two.caller.erasures.plan({ email: canary.email });
    expect(await tracesLeft(db)).toEqual(before); // a plan does nothing
    expect(lines).toContainEqual({ what: "E-mails sent to them", does: "masked", count: 1 });
    expect(lines).toContainEqual({ what: "Codes, counters and kept answers", does: "deleted", count: 5 });
    expect(lines).toContainEqual({ what: "Notes that they wrote", does: "kept", count: 1, why: expect.any(String) });

    const done = await two.caller.erasures.confirm({ id: request.id, planHash: hash });
    expect(done).toMatchObject({ status: "done", email: null, confirmedBy: "Pri Vacy", planHash: hash, lines });
    expect(await tracesLeft(db)).toEqual([]);
    expect(JSON.stringify(await partsOfImports.read(systemCtx("test"), importId, "undo", 0))).toContain("[erased]");
    expect(JSON.stringify(await partsOfImports.read(systemCtx("test"), importId, "undo", 0))).not.toMatch(
      /canar|feather/i,
    );
    expect(await readChunk(plan, 0)).toBeUndefined();
    for await (const some of storage().list()) expect(some.filter(({ key }) => key.includes(plan))).toEqual([]);
    // In nothing that is exported or answered: lists, and the trail of what they did under the pseudonym.
    const cookie = await cookieOf(
      await makeSession(
        db(),
        (await makePerson(db(), {}, ["mail-log.read", "portal-user.read", "rider.read", "contact-log.read"])).id,
      ),
    );
    for (const list of ["mailLogs", "riders", "contactLogs", "portalUsers"]) {
      const answer = await handleApi(
        new Request(`http://localhost/api/export/${list}?format=raw`, { headers: { host: "localhost", cookie } }),
      );
      expect([list, (await answer.text()).match(/canarin|feather/i)]).toEqual([list, null]);
    }
    const [act] = await db().select().from(auditLog).where(eq(auditLog.actorId, userId));
    expect(act).toMatchObject({ actorLabel: done.pseudonym, objectType: "vehicle", action: "update", ip: null });
    expect((await db().select().from(users).where(eq(users.id, userId)))[0]).toMatchObject({
      firstName: "Erased",
      status: "disabled",
      phoneNumber: null,
    });
    expect(await db().$count(sessions, eq(sessions.id, sessionId))).toBe(0);
    expect(await db().$count(userOptins, eq(userOptins.userId, userId))).toBe(0);
    await expect(one.caller.erasures.request({ email: canary.email, reason: "again" })).rejects.toThrow(
      /Nothing is held/,
    );

    // A backup brings them back: the list outside of the database takes them out again.
    const list = await readFile(env.ERASED_PEOPLE_FILE ?? "", "utf8");
    expect(list).toContain(userId);
    expect(list).not.toMatch(/canar|feather/i);
    expect(await reapplyErasures(systemCtx("test"))).toBe(0);
    await db().delete(erasures);
    await db()
      .update(users)
      .set({ ...canary, status: "active" })
      .where(eq(users.id, userId));
    await db().insert(mailLog).values({
      templateCode: "T",
      sender: "s@s.demo",
      module: "identity",
      recipient: canary.email,
      subject: "Canarina",
      body: "b",
      status: "done",
    });
    const restored = crypto.randomUUID();
    const cells = { row: 1, cells: [canary.email], name: whole };
    await writeChunk(restored, 0, [{ ...cells, kind: "new", changes: [], column: null, message: null, digest: "" }]);
    expect(await reapplyErasures(systemCtx("test"))).toBe(1);
    expect(await tracesLeft(db)).toEqual([]);
    expect(await readChunk(restored, 0)).toBeUndefined();
  });

  test("loses their own sessions, and nobody else's, also not in another's name", async () => {
    const [target, rider] = [await makePerson(db(), { type: "Rider" }), await makePerson(db(), { type: "Rider" })];
    const switcher = await person(db);
    const theirs = [
      await makeSession(db(), target.id),
      await makeSession(db(), target.id, { actUserId: switcher.id }),
      await makeSession(db(), rider.id, { actUserId: target.id }),
    ];
    const others = [
      await makeSession(db(), rider.id),
      await makeSession(db(), switcher.id),
      await makeSession(db(), rider.id, { actUserId: switcher.id }),
    ];
    const one = await (await person(db)).at();
    const { id } = await one.caller.erasures.request({ email: target.email, reason: "asked" });
    const two = await (await person(db)).at();
    const { hash: planHash } = await two.caller.erasures.plan({ email: target.email });
    await two.caller.erasures.confirm({ id, planHash });
    const left = (await db().select().from(sessions)).map((session) => session.id);
    expect([theirs, others].map((ids) => ids.filter((id) => left.includes(id)))).toEqual([[], others]);
  });

  test("without an account is erased too, and taken out again by the hash of their address", async () => {
    const only = {
      templateCode: "T",
      sender: "s@s.demo",
      module: "identity",
      recipient: "nobody@canary.test",
      subject: "s",
      body: "b",
      status: "done" as const,
    };
    await db().insert(mailLog).values(only);
    const [one, two] = [await (await person(db)).at(), await (await person(db)).at()];
    const { id } = await one.caller.erasures.request({ email: "nobody@canary.test", reason: "asked" });
    const fresh = await (await person(db)).at();
    const { hash } = await fresh.caller.erasures.plan({ email: "nobody@canary.test" });
    await fresh.caller.erasures.confirm({ id, planHash: hash });
    expect(await tracesLeft(db)).toEqual([]);
    await db().insert(mailLog).values(only);
    expect(await reapplyErasures(systemCtx("test"))).toBe(1);
    expect(await tracesLeft(db)).toEqual([]);
    await expect(two.caller.erasures.confirm({ id, planHash: hash })).rejects.toThrow();
  });
});
