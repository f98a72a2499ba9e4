import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { auditLog, erasures } from "@/db/schema";
import { useDatabase } from "@/db/testing/database";
import { seedBase } from "@/seed/base";
import { proceduresOf } from "@/server/doors/rest-plan";
import { makeUser } from "@/server/identity/testing";
import { staffCtx } from "@/server/kit/testing";
import { appRouter } from "@/server/root";
import { callProcedure } from "@/server/testing/call-procedure";

const { db } = useDatabase();
beforeAll(() => seedBase(db()));

/** What the privacy desk reads; a number of rows alone says nothing of anybody. */
const reads = proceduresOf(appRouter).filter(([, { _def }]) => {
  const { properties = {} } = _def.output ? z.toJSONSchema(_def.output, { unrepresentable: "any" }) : {};
  const kinds = Object.values(properties).map((one) => typeof one === "object" && one.type);
  const isNumber = kinds.length > 0 && kinds.every((kind) => kind === "integer" || kind === "boolean");
  return _def.type === "query" && _def.meta?.permission.toString().startsWith("privacy.") && !isNumber;
});

describe("what the privacy desk reads", () => {
  it("stands in the trail, each time, without the address that was asked for", async () => {
    const user = await makeUser(db());
    const [erasure] = await db()
      .insert(erasures)
      .values({
        email: user.email,
        emailHash: "read",
        pseudonym: "Erased person",
        reason: "asked",
        status: "requested",
        requestedById: user.id,
        requestedBy: "Another",
        lapsesAt: new Date(Date.now() + 3_600_000).toISOString(),
      })
      .returning();
    const inputs: Record<string, object> = {
      "privacy.held": { email: user.email },
      "privacy.more": { email: user.email, part: "profile", skip: 0 },
      "erasures.list": {},
      "erasures.rows": {},
      "erasures.get": { id: erasure?.id },
    };
    expect(reads.map(([name]) => name).sort()).toEqual(Object.keys(inputs).sort());
    for (const [path] of reads) {
      const ctx = { ...staffCtx(db()), requestId: crypto.randomUUID() };
      await callProcedure(path, inputs[path], ctx, { type: "query" });
      const rows = await db().select().from(auditLog).where(eq(auditLog.requestId, ctx.requestId));
      expect([path, rows.map(({ objectType, actorLabel }) => [objectType, actorLabel])]).toEqual([
        path,
        [["privacy", "Tess Ter"]],
      ]);
      expect(JSON.stringify(rows)).not.toContain(user.email);
      if (path.startsWith("privacy.")) expect(rows[0]?.objectId).toBe(user.id);
    }
    const exported = { ...staffCtx(db()), requestId: crypto.randomUUID() };
    const rows = proceduresOf(appRouter).find(([name]) => name === "erasures.rows")?.[1];
    await rows?._def.meta?.list?.stream(exported, { page: 1, limit: 10 } as never, async () => undefined);
    expect(await db().$count(auditLog, eq(auditLog.requestId, exported.requestId))).toBe(1);
  });
});
