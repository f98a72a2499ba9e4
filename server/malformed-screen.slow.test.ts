import fc from "fast-check";
import { expect, test } from "vitest";
import { useDemo } from "@/db/testing/demo";
import { sample, walkSeed } from "@/db/testing/sample";
import { isLong, scaled, shared } from "@/db/testing/scale";
import { inputSchemaOf, proceduresOf, takesOrGivesFiles } from "@/server/doors/rest-plan";
import { appRouter } from "@/server/root";
import { malformedInput } from "./malformed.values";
import { askScreen, readScreen } from "./testing/ask";
import { administrator, knownIds, Problem } from "./testing/malformed";

const seed = isLong ? Date.now() : walkSeed;
const { db } = useDemo(60, "2026-11-01T12:00:00Z");

/** Looked up again now and then, for calls make and delete records. */
let known = { ids: new Map<string, string[]>(), calls: 0 };
async function idsNow() {
  if (known.calls % 20 === 0) known = { ids: await knownIds(db()), calls: 0 };
  known.calls++;
  return known.ids;
}

const all = proceduresOf(appRouter).filter(([, procedure]) => !takesOrGivesFiles(procedure));
const procedures = sample(all, 50, "procedures that screens call with malformed input");
const runs = shared(200, procedures.length, 600);

test.each(procedures)(
  `%s answers ${runs} malformed calls of a screen, none with a 5xx`,
  { timeout: scaled(240_000, 300_000) },
  async (name, procedure) => {
    const { type, meta, inputs } = procedure._def;
    const schema = inputs.length > 0 ? inputSchemaOf(procedure) : { type: "object" as const };
    const ids = await idsNow();
    const headers = { cookie: (await administrator(db())).cookie };
    const statuses: number[] = [];
    await fc.assert(
      fc.asyncProperty(fc.gen(), async (draw) => {
        const input = malformedInput(draw, schema, ids, name.split(".")[0] ?? "");
        const call = type === "mutation" ? askScreen : readScreen;
        const { status, text } = await call(name, input, { headers });
        const asked = `${JSON.stringify(input)?.slice(0, 500)} answers ${text.slice(0, 1000)}`;
        statuses.push(status);
        expect(status, asked).toBeLessThan(500);
        if (status < 400) return;
        expect(Problem.parse(JSON.parse(text).error.data.problem).status, asked).toBe(status);
      }),
      { numRuns: runs, seed, endOnFailure: true },
    );
    // They must have come to the procedure itself, not been stopped at its door.
    const isStopped = meta?.permission === "member" || meta?.checkCredentials;
    const inside = statuses.filter((status) => status !== 401 && status !== 403);
    if (!isStopped) expect(inside.length).toBeGreaterThan(runs / 2);
  },
);
