import { beforeAll, expect, it } from "vitest";
import { preparedSql } from "@/db/client";
import { appVersions, conditionalFeatures, faqs, helpDeskButtons, mostFrequentQuestions } from "@/db/schema";
import { useDemo } from "@/db/testing/demo";
import { isPart, isWalked, walking } from "@/db/testing/sample";
import { isLong } from "@/db/testing/scale";
import { toAppError } from "@/server/kit/call/errors";
import { staffCtx } from "@/server/kit/testing";
import { callProcedure } from "@/server/testing/call-procedure";
import { contrasts } from "@/server/testing/contrasting-rows";
import { useNamedLocks } from "@/server/testing/named-locks";
import { ReleasedBeginning } from "@/server/testing/released-sections";
import { Released } from "@/server/testing/released-text";
import { type Made, withoutFile } from "@/server/testing/sample-steps";
import { prepareUnauditedSamples, unauditedSamples } from "@/server/testing/unaudited-samples";
import { everyRow, noteWritten } from "@/server/testing/written-rows";
import { prepareSamples, samples } from "./root.samples";

// What each mutation answers, each row that it writes beside those of a demo, and each name that it locks, is in a file: a
// change of it shows, and is meant. Where it is: `npx vitest run server/root.released.slow.test.ts -u`, and look the
// difference through.

const { db } = useDemo(20, "2026-11-01T12:00:00Z", contrasts);
/** The samples save the order of all of these, or make one that the demo has. */
const own = [helpDeskButtons, mostFrequentQuestions, faqs, appVersions, conditionalFeatures];
let written: Awaited<ReturnType<typeof noteWritten>>;
let released: Released;
const locked = useNamedLocks();

beforeAll(async () => {
  for (const table of own) await db().delete(table);
  await prepareSamples(db());
  await prepareUnauditedSamples(db());
  released = Released.of(await everyRow(preparedSql()));
  written = await noteWritten(preparedSql());
});

const mutate = (path: string, input: unknown) => callProcedure(path, input, staffCtx(db()));

// Each call goes on from those before it, so there is no sample of it for `npm test`.
it.runIf(isLong || process.env.COMPARED === "all")(
  "is what each mutation answers and writes",
  async () => {
    const all = [...samples, ...unauditedSamples(db(), samples)];
    const made: Made = {};
    const begun = new ReleasedBeginning("writes.txt");
    for (const { call, input, as } of all.slice(0, all.findLastIndex(({ call }) => isWalked(call)) + 1)) {
      const given = await input(made);
      await written();
      locked();
      walking(call);
      const answer = await mutate(call, given)
        .then(withoutFile)
        .catch((error) => ({ refused: toAppError(error).code, detail: toAppError(error).detail }));
      if (as) made[as] = answer as Made[string];
      const locks = locked().map((name) => `= ${name}`);
      begun.add([call, ...released.lines(answer, await written()), ...locks]);
    }
    const refused = begun.lines.filter((line) => line.startsWith('  {"refused":'));
    expect(refused).toEqual([]);
    await begun.compare({ isWhole: !isPart });
  },
  300_000,
);
