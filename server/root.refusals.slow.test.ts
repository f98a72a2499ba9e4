import { beforeAll, expect, it } from "vitest";
import type { z } from "zod";
import type { Database } from "@/db/client";
import { appVersions, conditionalFeatures, faqs, helpDeskButtons, mostFrequentQuestions } from "@/db/schema";
import { useDemo } from "@/db/testing/demo";
import { isPart, isWalked, sample } from "@/db/testing/sample";
import { isLong } from "@/db/testing/scale";
import { proceduresOf } from "@/server/doors/rest-plan";
import type { KnownCtx } from "@/server/kit/call/context";
import { toAppError } from "@/server/kit/call/errors";
import { explainInUse } from "@/server/kit/call/in-use";
import { staffCtx } from "@/server/kit/testing";
import { callProcedure } from "@/server/testing/call-procedure";
import { knownIds } from "@/server/testing/malformed";
import { ReleasedSections } from "@/server/testing/released-sections";
import { type Made, withNeeded, withoutFile, withSomeFiles } from "@/server/testing/sample-steps";
import { spoiledInputs } from "@/server/testing/spoiled-inputs";
import { prepareUnauditedSamples, unauditedSamples } from "@/server/testing/unaudited-samples";
import { singular } from "./malformed.values";
import { appRouter } from "./root";
import { prepareSamples, samples } from "./root.samples";

// Each mutation is asked with each field of its sample spoiled, and once more after it was done: status, code, fields and
// sentence of each refusal are in a file. A check that is dropped, or another field, shows, and is meant. Where it is:
// `SCALE=long npx vitest run server/root.refusals.slow.test.ts -u`.

const { db } = useDemo(20, "2026-11-01T12:00:00Z");
const isWhole = isLong || process.env.COMPARED === "all";
/** The samples save the order of all of these, or make one that the demo has. */
const own = [helpDeskButtons, mostFrequentQuestions, faqs, appVersions, conditionalFeatures];
/** It keeps files, or goes on by itself afterwards. */
const isApart = (call: string) => /\.imports\.|\.upload$|ulkChanges\.(run|runDesk|undo)$/.test(call);

beforeAll(async () => {
  for (const table of own) await db().delete(table);
  await prepareSamples(db());
  await prepareUnauditedSamples(db());
});

const ask = (path: string, input: unknown, ctx: KnownCtx) => callProcedure(path, input, ctx).then(withoutFile);

const byLot =
  /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|\d{4}-\d\d-\d\d[\dT:.]*Z?|\b\d\d:\d\d\b|\b\w*\d{5,}\w*\b/g;

/** What ended otherwise than with a refusal. */
const faults: string[] = [];
/** These begin a transaction of their own, and everything here is tried in one that is undone. */
const beginsOne = (cause: unknown) => /before a transaction|in a transaction/.test(String(cause));

const procedures = new Map(proceduresOf(appRouter));
/** Whether an input comes to the procedure: what its schema refuses is in the API's document. */
async function isTaken(call: string, input: unknown) {
  for (const schema of (procedures.get(call)?._def.inputs ?? []) as z.ZodType[])
    if (!(await schema.safeParseAsync(input)).success) return false;
  return true;
}

/** What a call is refused with; nothing of it is kept. */
async function outcome(call: string, input: unknown): Promise<string> {
  const undo = new Error("undone");
  const told: { refusal?: string } = {};
  const tried = (on: Database) => ask(call, input, { ...staffCtx(on), inTransaction: true });
  await db()
    .transaction(async (tx) => {
      await tx.transaction(tried).catch(async (error: unknown) => {
        const refused = toAppError(await explainInUse(tx, error));
        const { status, code, errors, detail } = refused;
        const fields = errors?.map(({ path, message }) => `${path}: ${message}`).join("; ");
        told.refusal = `${status} ${code} ${fields ?? detail}`.replace(byLot, "#").slice(0, 300);
        if (status < 500) return;
        if (beginsOne(refused.cause)) told.refusal = "not asked";
        else faults.push(`${call}: ${refused.cause}`);
      });
      throw undo;
    })
    .catch((error: unknown) => {
      if (error !== undo) throw error;
    });
  return told.refusal ?? "ok";
}

it("is what each mutation refuses, and how", async () => {
  const tables = await knownIds(db());
  const othersOf = (field: string, router: string) => {
    const wanted = singular(/^ids?$/.test(field) ? router : field.replace(/Ids?$/, ""));
    return [...tables].find(([table]) => singular(table) === wanted)?.[1].slice(0, 2) ?? [];
  };
  const all = [...samples, ...unauditedSamples(db(), samples)];
  const some = isWhole ? all : withSomeFiles(all, "refusals");
  const spoiled = new Set(isWhole ? all : sample(some, 25, "mutations that are asked with spoiled inputs"));
  const steps = withNeeded(some, spoiled);
  const released = new ReleasedSections("refusals.txt");
  const made: Made = {};
  const seen = new Set<string>();
  for (const step of steps) {
    const { call, input, as } = step;
    const given = await input(made);
    const router = call.split(".")[0] ?? "";
    const isTried = !seen.has(call) && spoiled.has(step) && isWalked(call) && !isApart(call);
    seen.add(call);
    const lines = [call];
    if (isTried)
      for (const { what, input } of spoiledInputs(given, (field) => othersOf(field, router)))
        if (await isTaken(call, input)) lines.push(`  ${what}: ${await outcome(call, input)}`);
    const answer = await ask(call, given, staffCtx(db()));
    if (as) made[as] = answer as Made[string];
    if (isTried) released.add(call, [...lines, `  again: ${await outcome(call, given)}`]);
  }
  expect(faults).toEqual([]);
  expect(seen.size).toBeGreaterThan(isWhole ? 300 : 20);
  await released.compare({ isWhole: isWhole && !isPart });
}, 900_000);
