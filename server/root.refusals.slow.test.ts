import { sql } from "drizzle-orm";
import { beforeAll, expect, it } from "vitest";
import type { z } from "zod";
import { type Database, preparedSql } from "@/db/client";
import { appVersions, conditionalFeatures, faqs, helpDeskButtons, mostFrequentQuestions } from "@/db/schema";
import { useDemo } from "@/db/testing/demo";
import { isPart, isWalked, sample, walking } from "@/db/testing/sample";
import { isLong } from "@/db/testing/scale";
import { proceduresOf } from "@/server/doors/rest-plan";
import type { KnownCtx } from "@/server/kit/call/context";
import { toAppError } from "@/server/kit/call/errors";
import { explainInUse } from "@/server/kit/call/in-use";
import { staffCtx } from "@/server/kit/testing";
import { callProcedure } from "@/server/testing/call-procedure";
import { contrastingIds, contrasts } from "@/server/testing/contrasting-rows";
import { moment, useMoment } from "@/server/testing/read-answers";
import { ReleasedSections } from "@/server/testing/released-sections";
import { changing, digestOf, Released } from "@/server/testing/released-text";
import { type Made, withNeeded, withoutFile, withSomeFiles } from "@/server/testing/sample-steps";
import { spoiledInputs } from "@/server/testing/spoiled-inputs";
import { prepareUnauditedSamples, unauditedSamples } from "@/server/testing/unaudited-samples";
import { noteWritten, type WrittenRow } from "@/server/testing/written-rows";
import { singular } from "./malformed.values";
import { appRouter } from "./root";
import { prepareSamples, samples } from "./root.samples";

// Each mutation is asked about contrasting records, with each field of its sample spoiled, and once more after it was done:
// status, code, fields and sentence of each refusal are in a file, and of what is done which tables it writes and a digest of
// what it answers, writes and locks. A check, a value or a lock that is dropped shows, and is meant. Where it is:
// `SCALE=long npx vitest run server/root.refusals.slow.test.ts -u`.

const { db } = useDemo(20, moment, contrasts);
useMoment();
const isWhole = isLong || process.env.COMPARED === "all";
/** The samples save the order of all of these, or make one that the demo has. */
const own = [helpDeskButtons, mostFrequentQuestions, faqs, appVersions, conditionalFeatures];
/** It keeps files, or goes on by itself afterwards. */
const isApart = (call: string) => /\.imports\.|\.upload$|ulkChanges\.(run|runDesk|undo)$/.test(call);

beforeAll(async () => {
  for (const table of own) await db().delete(table);
  await prepareSamples(db());
  await prepareUnauditedSamples(db());
  await noteWritten(preparedSql());
});

const ask = (path: string, input: unknown, ctx: KnownCtx) => callProcedure(path, input, ctx).then(withoutFile);

/** So many of a list, evenly from all of it. */
const evenly = <T>(all: T[], most: number): T[] =>
  all.length <= most ? all : Array.from({ length: most }, (_, n) => all[Math.floor((n * all.length) / most)] as T);

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

/** What was written since a transaction began. */
async function writtenIn(tx: Database) {
  const rows = await tx.execute<Pick<WrittenRow, "old" | "new"> & { name: string } & Record<string, unknown>>(
    sql`select name, old, new from test.written order by n`,
  );
  return rows.map(({ name, old, new: now }) => ({ table: name, old, new: now }));
}

/** What a transaction has locked: names, and tables some of whose rows are kept from changes; of kept totals any part is locked. */
async function lockedIn(tx: Database) {
  const [found] = await tx.execute<{ locks: string }>(sql`
    select string_agg(lock, ' ' order by lock) as locks from (
      select locktype || coalesce(' ' || relname, ' ' || count(*)) as lock from pg_locks left join pg_class on oid = relation
      where pid = pg_backend_pid() and (locktype = 'advisory' or mode = 'RowShareLock' and relkind in ('r', 'p') and relname <> 'row_counts')
      group by locktype, relname) each_once`);
  return found?.locks ?? "";
}

/** It writes rows whose ids are drawn by lot in an order of these. */
const hasNoOrder = (call: string) => call === "platformSync.portals";

/** What was answered, written and locked in one line: the tables, and a digest of the rest. */
function done(call: string, answer: unknown, rows: WrittenRow[], locks: string) {
  const lines = new Released(new Set()).lines(answer, rows);
  const tables = new Set(lines.slice(1).map((line) => line.split(" ", 2).join("").replace(/\w+\./, "")));
  const digest = hasNoOrder(call) ? "" : digestOf([...lines, locks], Date.parse(moment));
  return `ok ${[...tables].join(" ")} ${digest}`.trimEnd();
}

/** Values and kinds of jobs may follow from steps that are not made where only some are asked. */
const withoutDigests = (section: string) => section.replace(/ \+_private_tasks\b|(?<= ok .*) [0-9a-f]{8}$/gm, "");

/** What a call is refused with, or what it does; nothing of it is kept. */
async function outcome(call: string, input: unknown): Promise<string> {
  const undo = new Error("undone");
  let told = "";
  const tried = (on: Database) => ask(call, input, { ...staffCtx(on), inTransaction: true });
  await db()
    .transaction(async (tx) => {
      await tx.execute(sql`delete from test.written`);
      try {
        told = done(call, await tx.transaction(tried), await writtenIn(tx), await lockedIn(tx));
      } catch (error) {
        const refused = toAppError(await explainInUse(tx, error));
        const { status, code, errors, detail } = refused;
        const fields = errors?.map(({ path, message }) => `${path}: ${message}`).join("; ");
        told = `${status} ${code} ${fields ?? detail}`.replace(changing, "#").slice(0, 300);
        if (beginsOne(refused.cause)) told = "not asked";
        else if (status >= 500) faults.push(`${call} ${JSON.stringify(input).slice(0, 300)}: ${refused.cause}`);
      }
      throw undo;
    })
    .catch((error: unknown) => {
      if (error !== undo) throw error;
    });
  return told;
}

it("is what each mutation refuses, and how", async () => {
  const tables = await contrastingIds(preparedSql());
  const othersOf = (field: string, router: string) => {
    const wanted = singular(/^ids?$/.test(field) ? router : field.replace(/Ids?$/, ""));
    const rows = [...tables].find(([table]) => singular(table) === wanted)?.[1] ?? [];
    return evenly(rows, /^ids?$/.test(field) ? 12 : 3);
  };
  const all = [...samples, ...unauditedSamples(db(), samples)];
  const some = isWhole ? all : withSomeFiles(all, "refusals");
  const spoiled = new Set(isWhole ? all : sample(some, 15, "mutations that are asked with spoiled inputs"));
  const steps = withNeeded(some, spoiled);
  const released = new ReleasedSections("refusals.txt", withoutDigests);
  const made: Made = {};
  const seen = new Set<string>();
  for (const step of steps) {
    const { call, input, as } = step;
    const given = await input(made);
    const router = call.split(".")[0] ?? "";
    const isTried = !seen.has(call) && spoiled.has(step) && isWalked(call) && !isApart(call);
    seen.add(call);
    walking(isTried ? call : undefined);
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
