import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { auditLog } from "@/db/schema";
import { useDatabase } from "@/db/testing/database";
import { sample } from "@/db/testing/sample";
import { isLong, scaled } from "@/db/testing/scale";
import { inputSchemaOf, type JsonSchema, proceduresOf, resolve } from "@/server/doors/rest-plan";
import { toAppError } from "@/server/kit/call/errors";
import { staffCtx } from "@/server/kit/testing";
import { callProcedure } from "@/server/testing/call-procedure";
import { type Made, type Step, withNeeded, withoutFile, withSomeFiles } from "@/server/testing/sample-steps";
import { prepareUnauditedSamples, unauditedSamples } from "@/server/testing/unaudited-samples";
import { appRouter } from "./root";
import { prepareSamples, samples } from "./root.samples";

const { db } = useDatabase();
const procedures = new Map(proceduresOf(appRouter));

type Parts = Record<string, unknown>;
const isParts = (value: unknown): value is Parts =>
  typeof value === "object" && value !== null && !ArrayBuffer.isView(value);

/** Where an input holds lists, and lists in the items of lists, as the keys that lead there. */
function listsIn(value: unknown, at: string[] = []): string[][] {
  if (!isParts(value)) return [];
  const isOuter = at.length === 0 || /^\d+$/.test(at.at(-1) ?? "");
  if (Array.isArray(value)) return [at, ...value.flatMap((part, n) => listsIn(part, [...at, `${n}`]))];
  return isOuter ? Object.entries(value).flatMap(([key, part]) => listsIn(part, [...at, key])) : [];
}

/** The lists that a schema allows there, such as "items.permissions", each with how many it must hold. */
function listsOf(part: JsonSchema, root: JsonSchema, at: string[] = []): [place: string, atLeast: number][] {
  const schema = resolve(part, root);
  const branches = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])] as JsonSchema[];
  const inBranches = branches.flatMap((one) => listsOf(one, root, at));
  if (schema.type !== "array") return inBranches;
  const item = resolve((schema.items ?? {}) as JsonSchema, root);
  const inItems = fieldsOf(item).flatMap(([key, one]) => listsOf(one, root, [...at, key]));
  return [[at.join("."), schema.minItems ?? 0], ...inItems, ...inBranches];
}
const fieldsOf = (schema: JsonSchema) => Object.entries(schema.properties ?? {}) as [string, JsonSchema][];

/** Whether an input is about one record that is there: it names it, or an order that was seen. */
const isOfRecord = (schema: JsonSchema) =>
  fieldsOf(schema).some(([key]) => /^id$|[a-z]Id$|^seen$/.test(key) && key !== "companyId" && key !== "languageId");

const placeOf = (list: string[]) => list.filter((key) => !/^\d+$/.test(key)).join(".");
const partAt = (value: unknown, at: string[]) => at.reduce<unknown>((part, key) => Object(part)[key], value);

/** The input with something else at that place. */
function withPart(value: unknown, [key, ...rest]: string[], part: unknown): unknown {
  if (key === undefined) return part;
  const copy = (Array.isArray(value) ? [...value] : { ...Object(value) }) as Parts;
  copy[key] = withPart(copy[key], rest, part);
  return copy;
}

/** Another wish for a list: without one of it, without any, or in another order. */
const othersOf = (list: unknown[]): unknown[][] => (list.length < 2 ? [[]] : [list.slice(1), [], [...list].reverse()]);

/** Where the sender of a list says which version of it they saw: in the same object or in one around it. */
function versionOf(input: unknown, list: string[]): string[] | undefined {
  for (let n = list.length - 1; n >= 0; n--) {
    const has = Object.keys(Object(partAt(input, list.slice(0, n))));
    const found = ["ifMatch", "seen"].find((key) => has.includes(key));
    if (found) return [...list.slice(0, n), found];
  }
  return undefined;
}

/** What screens may call, and not other services alone; what makes a record replaces nothing. */
const forScreens = (call: string) =>
  procedures.get(call)?._def.meta?.rest?.auth !== "apiKey" && !call.endsWith(".create");

class Undone extends Error {}

describe("two sessions that replace the same set", () => {
  let steps: Step[];
  beforeAll(async () => {
    await prepareSamples(db());
    await prepareUnauditedSamples(db());
    steps = [...samples, ...unauditedSamples(db(), samples)];
  });

  /** Somebody at a screen of their own. */
  const session = () => ({ ...staffCtx(db()), requestId: crypto.randomUUID() });

  /** How a call is answered, and how many records that its input names it changed; all of it is undone. */
  async function tried(call: string, input: unknown) {
    const ctx = session();
    const named = JSON.stringify(input);
    const answer = { status: 200, changed: 0 };
    const work = ctx.db.transaction(async (tx) => {
      await callProcedure(call, input, { ...ctx, db: tx, inTransaction: true }).then(withoutFile);
      const rows = await tx.select().from(auditLog).where(eq(auditLog.requestId, ctx.requestId));
      const changed = rows.filter(
        ({ objectId, action }) => objectId && action !== "create" && named.includes(objectId),
      );
      answer.changed = changed.length;
      throw new Undone();
    });
    await work.catch((error) => {
      if (!(error instanceof Undone)) answer.status = toAppError(error).status;
    });
    return answer;
  }

  /** The sample as a screen sends it: with the versions that are stored. */
  async function asSeen(call: string, given: unknown) {
    let input = given;
    for (const version of new Set(listsIn(given).map((list) => versionOf(given, list))))
      if (version?.at(-1) === "ifMatch")
        for (let n = 1; n < 50; n++) {
          const wanted = withPart(input, version, `"${n}"`);
          if ((await tried(call, wanted)).status === 412) continue;
          input = wanted;
          break;
        }
    return input;
  }

  /** The lists that a screen may send of a record, with how many they must hold to be tried. */
  const wanted = [...procedures].flatMap(([call, procedure]) => {
    if (procedure._def.type !== "mutation" || !forScreens(call)) return [];
    const schema = inputSchemaOf(procedure);
    if (!isOfRecord(schema)) return [];
    const lists = fieldsOf(schema).flatMap(([key, part]) => listsOf(part, schema, [key]));
    return lists.map(([list, atLeast]) => ({ call, place: `${call} ${list}`, least: atLeast + 1 }));
  });

  /** What a step sends, as far as it needs nothing that was made before. */
  async function drafted({ input }: Step) {
    const made: Made = new Proxy({}, { get: () => ({ id: crypto.randomUUID(), translations: [] }) });
    return Promise.resolve(input(made)).catch(() => undefined);
  }

  it("is sampled wherever a screen may send a list", async () => {
    const most = new Map<string, number>();
    for (const step of steps) {
      const given = await drafted(step);
      for (const list of listsIn(given)) {
        const place = `${step.call} ${placeOf(list)}`;
        most.set(place, Math.max(most.get(place) ?? 0, (partAt(given, list) as unknown[]).length));
      }
    }
    expect(wanted.length).toBeGreaterThan(20);
    expect(
      wanted.flatMap(({ place, least }) => ((most.get(place) ?? 0) < least ? [`${place}: ${least}`] : [])),
    ).toEqual([]);
  });

  it("is noticed: the second screen names the version it saw, as the typed door demands, and is told 412", {
    timeout: 600_000,
  }, async () => {
    const made: Made = {};
    const sets: string[] = [];
    const faults: string[] = [];
    const some = withSomeFiles(steps, "lists that two sessions replace");
    const replacing = new Set(wanted.map(({ call }) => call));
    const senders = some.filter(({ call }) => (isLong ? forScreens(call) : replacing.has(call)));
    const chosen = new Set(sample(senders, 15, "mutations whose lists two sessions replace"));
    for (const step of withNeeded(some, chosen)) {
      const { call, input, as } = step;
      const given = await input(made);
      const seen = chosen.has(step) ? await asSeen(call, given) : given;
      const answer = await callProcedure(call, seen, session())
        .then(withoutFile)
        .catch((error: Error) => Promise.reject(new Error(`${call}: ${error.message}`)));
      if (as) made[as] = answer as Made[string];
      for (const list of chosen.has(step) ? listsIn(seen) : []) {
        const version = versionOf(seen, list);
        const isOrder = version?.at(-1) === "seen";
        const newest = version ? withPart(seen, version, isOrder ? partAt(seen, list) : "*") : seen;
        for (const wish of othersOf(partAt(seen, list) as unknown[])) {
          const { status, changed } = await tried(call, withPart(newest, list, wish));
          if (status !== 200 || changed === 0) continue; // only what is in the list counts, or it cannot be so
          const where = `${call} ${list.join(".")}`;
          sets.push(where);
          const late = await tried(call, withPart(seen, list, wish));
          if (late.status !== 412) faults.push(`${where}: a screen out of date is answered ${late.status}`);
          if (!version) continue;
          const blind = await tried(call, withPart(withPart(newest, list, wish), version, undefined));
          if (blind.status !== 400) faults.push(`${where}: without a version it is answered ${blind.status}`);
        }
      }
    }
    expect([...new Set(faults)]).toEqual([]);
    expect(new Set(sets).size).toBeGreaterThan(scaled(2, 10));
  });
});
