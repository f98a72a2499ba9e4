import { drizzle } from "drizzle-orm/postgres-js";
import { beforeAll, expect, inject, it } from "vitest";
import { closeDatabase } from "@/db/client";
import { connect } from "@/db/connect.mjs";
import * as schema from "@/db/schema";
import { sessionSettings } from "@/db/session";
import { cloneDatabase, ensureTemplate } from "@/db/testing/clone";
import { useDatabase } from "@/db/testing/database";
import { sample } from "@/db/testing/sample";
import { env } from "@/env/env";
import { staffCtx } from "@/server/kit/testing";
import { callProcedure } from "@/server/testing/call-procedure";
import { type Made, withNeeded, withoutFile } from "@/server/testing/sample-steps";
import { prepareUnauditedSamples, unauditedSamples } from "@/server/testing/unaudited-samples";
import { prepareSamples, samples } from "./root.samples";

// A walk that tries some steps runs these and what they need (withNeeded). Here each router's steps are run so, by themselves.

const { server, template, prefix } = inject("testDatabase");
const { db } = useDatabase();
const prepared = `${prefix}samples`;

beforeAll(() =>
  ensureTemplate(
    server,
    prepared,
    async (url) => {
      const client = connect(url, { max: 1, onnotice: () => undefined, connection: sessionSettings });
      const on = drizzle({ client, schema, casing: "snake_case" });
      await prepareSamples(on);
      await prepareUnauditedSamples(on);
      await client.end();
    },
    template,
  ),
);

it("what the steps of a router need is enough for them", async () => {
  const all = () => [...samples, ...unauditedSamples(db(), samples)];
  const routers = [...new Set(all().map(({ call }) => call.split(".")[0] ?? ""))];
  const failed: string[] = [];
  for (const router of sample(routers, 2, "routers whose steps are run by themselves")) {
    await closeDatabase();
    await cloneDatabase(server, prepared, new URL(env.DATABASE_URL).pathname.slice(1));
    // They keep the database that they were made for.
    const steps = all();
    const own = steps.filter(({ call }) => call.startsWith(`${router}.`));
    const needed = withNeeded(steps, own);
    const made: Made = {};
    for (const { call, input, as } of needed) {
      const ctx = { ...staffCtx(db()), requestId: crypto.randomUUID() };
      const answer = await Promise.resolve(input(made))
        .then((given) => callProcedure(call, given, ctx))
        .then(withoutFile)
        .catch((error: Error) => error);
      if (answer instanceof Error) {
        failed.push(`${router} after ${needed.length} steps, ${call}: ${answer.message}`);
        break;
      }
      if (as) made[as] = answer as Made[string];
    }
  }
  expect(failed).toEqual([]);
}, 900_000);
