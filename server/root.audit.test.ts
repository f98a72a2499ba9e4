import { callTRPCProcedure } from "@trpc/server";
import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { auditLog } from "@/db/schema";
import { useDatabase } from "@/db/testing/database";
import { proceduresOf } from "@/server/doors/rest-plan";
import { staffCtx } from "@/server/kit/testing";
import { hasHistory } from "@/server/operations/audit/audit.rules";
import { appRouter } from "./root";
import { type Made, prepareSamples, samples } from "./root.samples";

const { db } = useDatabase();
const mutations = proceduresOf(appRouter).filter(([, { _def }]) => _def.type === "mutation");

describe("the audit walk", () => {
  beforeAll(() => prepareSamples(db()));

  it("has a sample of every mutation", () => {
    const sampled = new Set(samples.map((step) => step.call));
    expect(
      mutations.filter(([name, { _def }]) => !_def.meta?.unaudited && !sampled.has(name)).map(([name]) => name),
    ).toEqual([]);
  });

  it("finds an audit row for every mutation, by its caller and in its request", async () => {
    const made: Made = {};
    const silent: string[] = [];
    for (const { call, input, as } of samples) {
      const ctx = { ...staffCtx(db()), requestId: crypto.randomUUID() };
      const answer = await callTRPCProcedure({
        router: appRouter,
        path: call,
        ctx,
        type: "mutation",
        getRawInput: async () => input(made),
        signal: undefined,
        batchIndex: 0,
      }).catch((error: Error) => Promise.reject(new Error(`${call}: ${error.message}`)));
      if (as) made[as] = answer as Made[string];
      const rows = await db().select().from(auditLog).where(sql`${auditLog.requestId} = ${ctx.requestId}`);
      const unaudited = mutations.find(([name]) => name === call)?.[1]._def.meta?.unaudited;
      if (!unaudited && !rows.some((row) => row.actorLabel === "Tess Ter")) silent.push(call);
    }
    expect(silent).toEqual([]);
    // Whose right reads a history is said for every kind of record that the trail names.
    const named = await db().selectDistinct({ type: auditLog.objectType }).from(auditLog);
    expect(named.map(({ type }) => type).filter((type) => !hasHistory(type))).toEqual([]);
    expect(named.length).toBeGreaterThan(15);
  });
});
