import { writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import {
  appVersions,
  conditionalFeatures,
  faqs,
  helpDeskButtons,
  mostFrequentQuestions,
  sessions,
  userRoles,
} from "@/db/schema";
import { useDemo } from "@/db/testing/demo";
import { sample } from "@/db/testing/sample";
import { isLong } from "@/db/testing/scale";
import { examples } from "@/server/doors/examples";
import type { Operation } from "@/server/doors/rest-plan";
import { makeRole } from "@/server/identity/testing";
import { signAccessToken } from "@/server/identity/token.service";
import { staffCtx } from "@/server/kit/testing";
import { permissionCodes } from "@/server/permissions";
import { callProcedure } from "@/server/testing/call-procedure";
import { prepareSamples, samples } from "./root.samples";
import { credentialsOf } from "./testing/callers";
import { undeclared, wrongHeaders, wrongRefusals } from "./testing/documented-call";
import { operations, restSend, searches } from "./testing/door-asks";
import { differences, exampleOf, type Recorded } from "./testing/example-text";
import { administrator } from "./testing/malformed";
import { ReadInputs } from "./testing/read-inputs";
import { readSamples } from "./testing/read-samples";
import { isLeaf, type Made, type Step, withNeeded, withoutFile } from "./testing/sample-steps";
import { prepareUnauditedSamples, unauditedSamples } from "./testing/unaudited-samples";

// The examples of the API's document are calls that were sent: each read of a demo, and the day's writes of the samples, in
// the long run all of them, with the status that the document declares. `SCALE=long EXAMPLES=write npx vitest run --project slow
// server/api-examples.slow.test.ts` writes them again; EXAMPLES_OF=roles,alerts those of these routers alone, as the
// generator of resources does.

const isWriting = process.env.EXAMPLES === "write";
const { db } = useDemo(20, "2026-11-01T12:00:00Z");
const recorded = new Map<string, Recorded>();
/** The samples save the order of all of these, or make one that the demo has. */
const own = [helpDeskButtons, mostFrequentQuestions, faqs, appVersions, conditionalFeatures];

const wanted = process.env.EXAMPLES_OF?.split(",");
const isWanted = (name: string) => !wanted || wanted.includes(name.split(".")[0] ?? "");

const answerOf = (text: string) => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

function note({ name, status, rest }: Operation, input: object, text: string) {
  const answer = status === 204 || rest.empty ? undefined : answerOf(text);
  recorded.set(name, exampleOf(input, answer));
}

it("sends each read of a demo", async () => {
  const { bearer } = await administrator(db());
  const inputs = await ReadInputs.of(db());
  const told = await readSamples(db());
  const refused: string[] = [];
  const reads = [...operations.values()].filter(
    ({ name, rest }) => isWanted(name) && (rest.method === "GET" || told[name]),
  );
  const refusing = new Set(sample(reads, reads.length / 3, "reads that are asked with ids that nothing has"));
  for (const operation of reads.sort((a, b) => a.rest.path.length - b.rest.path.length)) {
    let best: { input: Record<string, unknown>; text: string; size: number; headers: Headers } | undefined;
    let last = "";
    for (const input of told[operation.name] ? [told[operation.name] ?? {}] : inputs.of(operation)) {
      const { status, text, headers } = await restSend(operation, input, bearer);
      last = `${status} ${text.slice(0, 200)} ${JSON.stringify(input)}`;
      if (status !== operation.status) continue;
      const answer = answerOf(text);
      const size = Array.isArray(answer?.items) ? answer.items.length : 1;
      if (!best || size > best.size) best = { input, text, size, headers };
      if (size > 0) break;
    }
    if (!best) {
      refused.push(`${operation.name} ${operation.rest.path}: ${last}`);
      continue;
    }
    inputs.learn(operation, best.input, answerOf(best.text));
    note(operation, best.input, best.text);
    refused.push(...wrongHeaders(operation, best.input, best.headers));
    if (refusing.has(operation)) refused.push(...(await wrongRefusals(operation, best.input, bearer)));
    const search = searches.get(operation.name);
    const found = search && (await restSend(search, best.input, bearer));
    if (found && found.status !== search.status) refused.push(`${search.rest.path}: ${found.status} ${found.text}`);
    if (found) refused.push(...wrongHeaders(search, best.input, found.headers));
  }
  expect(refused).toEqual([]);
}, 240_000);

/** The step that the document shows, for each operation of which it can be sent: the last one of its call. */
function documentedSteps(steps: Step[]): Map<string, Step> {
  const last = new Map(steps.map((step) => [step.call, step]));
  const isSent = ({ call, as }: Step) => {
    const operation = operations.get(call);
    // What the document gives no body answers nothing that a later step could go by.
    return operation && !(as && (operation.rest.empty || operation.status === 204));
  };
  return new Map([...last].filter(([, step]) => isSent(step)));
}

it("sends the day's writes of the samples as the document shows them", async () => {
  for (const table of own) await db().delete(table);
  await prepareSamples(db());
  await prepareUnauditedSamples(db());
  const { actor } = staffCtx(db());
  if (actor?.kind !== "user") throw new Error("the samples are for a person");
  const caller = { id: actor.id, type: "Staff" };
  /** The session that the sample's refresh token is of; earlier samples ended it. */
  const ownSession = async () => {
    await db().update(sessions).set({ revokedAt: null }).where(eq(sessions.id, actor.sessionId));
    return { bearer: await signAccessToken({ sub: caller.id, sid: actor.sessionId, type: "Staff" }) };
  };
  const role = await makeRole(db(), permissionCodes);
  await db().insert(userRoles).values({ userId: caller.id, roleId: role.id });
  const steps = [...samples, ...unauditedSamples(db(), samples)].filter(({ call }) => isWanted(call));
  const shown = documentedSteps(steps);
  const sent = new Set(sample([...shown.values()], 20, "writes that are sent as the document shows them"));
  const made: Made = {};
  const refused: string[] = [];
  const some = isLong ? steps : steps.filter((step) => !isLeaf(step) || sent.has(step));
  for (const step of isLong ? steps : withNeeded(some, sent)) {
    const { call, input, as } = step;
    const given = await input(made);
    const operation = operations.get(call);
    if (operation && sent.has(step)) {
      const { bearer } = call === "login.logout" ? await ownSession() : await credentialsOf(db(), caller);
      refused.push(...(await wrongRefusals(operation, Object(given), bearer)));
      const { status, text, headers } = await restSend(operation, Object(given), bearer);
      if (status !== operation.status) refused.push(`${call}: ${status} ${text.slice(0, 300)}`);
      else refused.push(...wrongHeaders(operation, Object(given), headers));
      // What was counted before is counted again, and often refused.
      if (operation.rest.limited) refused.push(...undeclared(operation, await restSend(operation, Object(given), "")));
      if (as) made[as] = answerOf(text);
      note(operation, Object(given), text);
      const documented = examples[call]?.input ?? {};
      if (!isWriting) refused.push(...differences(recorded.get(call)?.input ?? {}, documented, call));
      continue;
    }
    const answer = await callProcedure(call, given, staffCtx(db())).then(withoutFile);
    if (as) made[as] = answer as Made[string];
    if (operation && !shown.has(call)) recorded.set(call, exampleOf(Object(given), undefined));
  }
  expect(refused).toEqual([]);
}, 300_000);

it.runIf(isLong || isWriting)("has an example of each operation", () => {
  const all = Object.entries({ ...examples, ...Object.fromEntries(recorded) }).filter(([name]) => operations.has(name));
  const text = `${JSON.stringify(Object.fromEntries(all.sort(([a], [b]) => (a < b ? -1 : 1))), null, 1)}\n`;
  if (isWriting) writeFileSync(resolve("server/doors/examples.json"), text);
  const isCompared = isLong && !isWriting;
  expect(isCompared ? Object.keys(examples).sort() : []).toEqual(isCompared ? [...recorded.keys()].sort() : []);
});
