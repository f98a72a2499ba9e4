import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { audited } from "@/app/_resources/backoffice-parts";
import { verbs } from "@/components/kit/sheet/change-event";
import { auditLog } from "@/db/schema";
import { useDatabase } from "@/db/testing/database";
import { sample } from "@/db/testing/sample";
import { scaled } from "@/db/testing/scale";
import { inputSchemaOf, proceduresOf } from "@/server/doors/rest-plan";
import { toAppError } from "@/server/kit/call/errors";
import { takesKey } from "@/server/kit/call/idempotency";
import { staffCtx } from "@/server/kit/testing";
import { hasHistory } from "@/server/overview/audit/audit.rules";
import { callProcedure } from "@/server/testing/call-procedure";
import { type Made, withNeeded, withoutFile } from "@/server/testing/sample-steps";
import { appRouter } from "./root";
import { prepareSamples, samples } from "./root.samples";

const { db } = useDatabase();
const mutations = proceduresOf(appRouter).filter(([, { _def }]) => _def.type === "mutation");

const rowsOf = (requestId: string) => db().select().from(auditLog).where(sql`${auditLog.requestId} = ${requestId}`);
const takesVersion = (call: string) => {
  const found = mutations.find(([name]) => name === call)?.[1];
  return found !== undefined && "ifMatch" in (inputSchemaOf(found).properties ?? {});
};

describe("the audit walk", () => {
  beforeAll(() => prepareSamples(db()));

  it("has a sample of every mutation", () => {
    const sampled = new Set(samples.map((step) => step.call));
    // What only members of a company may do, staff cannot: list-view.test.ts looks at the rows of their views.
    const wanted = mutations.filter(
      ([
        ,
        {
          _def: { meta },
        },
      ]) => !meta?.unaudited && meta?.permission !== "member",
    );
    expect(wanted.map(([name]) => name).filter((name) => !sampled.has(name))).toEqual([]);
  });

  it("finds an audit row for every mutation, by its caller and in its request, a 412 for another version, and one effect of a key", async () => {
    const made: Made = {};
    const silent: string[] = [];
    const blind: string[] = [];
    const versioned: string[] = [];
    const repeated: string[] = [];
    const steps = withNeeded(samples, sample(samples, 40, "mutations whose audit rows are looked for"));
    const twice = new Set(sample(steps, 60, "mutations with another version, and twice with one key"));
    for (const step of steps) {
      const { call, input, as } = step;
      const ctx = { ...staffCtx(db()), requestId: crypto.randomUUID() };
      if (twice.has(step) && takesVersion(call)) {
        const stale = { ...((await input(made)) as object), ifMatch: '"999.x"' };
        const status = await callProcedure(call, stale, ctx).then(
          () => 200,
          (error) => toAppError(error).status,
        );
        if (status !== 412) blind.push(`${call}: ${status}`);
        expect(await rowsOf(ctx.requestId)).toEqual([]);
        versioned.push(call);
      }
      const procedure = mutations.find(([name]) => name === call)?.[1];
      const idempotency = { key: ctx.requestId, isAlone: true, isReplayed: false };
      const sent = twice.has(step) && procedure && takesKey(procedure._def) ? { ...ctx, idempotency } : ctx;
      const given = await input(made);
      const answer = await callProcedure(call, given, sent)
        .then(withoutFile)
        .catch((error: Error) => Promise.reject(new Error(`${call}: ${error.message}`)));
      if (as) made[as] = answer as Made[string];
      const rows = await rowsOf(ctx.requestId);
      if (sent !== ctx) {
        const again = await callProcedure(call, given, sent);
        const shown = procedure?._def.meta?.withoutSecret ? (again as Made[string]).id : JSON.stringify(again);
        const first = procedure?._def.meta?.withoutSecret ? (answer as Made[string]).id : JSON.stringify(answer);
        const isOnce =
          idempotency.isReplayed && shown === first && (await rowsOf(ctx.requestId)).length === rows.length;
        if (!isOnce) repeated.push(call);
      }
      const unaudited = procedure?._def.meta?.unaudited;
      if (!unaudited && !rows.some((row) => row.actorLabel === "Tess Ter")) silent.push(call);
    }
    expect(silent).toEqual([]);
    // A caller who names a version is refused where it is another one, in every operation that takes If-Match.
    expect(blind).toEqual([]);
    expect(versioned.length).toBeGreaterThan(scaled(0, 60));
    expect(repeated).toEqual([]);
    // Whose right reads a history is said for every kind of record that the trail names.
    const named = await db().selectDistinct({ type: auditLog.objectType }).from(auditLog);
    expect(named.map(({ type }) => type).filter((type) => !hasHistory(type))).toEqual([]);
    expect(named.length).toBeGreaterThan(scaled(5, 15));
    // No history shows an action's code.
    const done = await db().selectDistinct({ type: auditLog.objectType, action: auditLog.action }).from(auditLog);
    const resources = [...audited.pages, ...audited.parts];
    const isNamed = ({ type, action }: (typeof done)[number]) =>
      action in verbs ||
      action in audited.verbs ||
      resources.some((one) => one.audited === type && action in one.verbs);
    expect(done.filter((one) => !isNamed(one))).toEqual([]);
  });
});
