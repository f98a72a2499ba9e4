import type { AnyRouter } from "@trpc/server";
import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { preparedSql } from "@/db/client";
import { vehicleBrands } from "@/db/schema";
import { useDatabase } from "@/db/testing/database";
import { sample } from "@/db/testing/sample";
import { scaled } from "@/db/testing/scale";
import { proceduresOf } from "@/server/doors/rest-plan";
import { signAccessToken } from "@/server/identity/token.service";
import { type Ctx, inTransaction } from "@/server/kit/call/context";
import { toAppError } from "@/server/kit/call/errors";
import { takesKey } from "@/server/kit/call/idempotency";
import { open, router } from "@/server/kit/call/procedure";
import { limitRate } from "@/server/kit/call/rate-limit";
import { Nothing } from "@/server/kit/call/wire";
import { staffCtx } from "@/server/kit/testing";
import { callProcedure } from "@/server/testing/call-procedure";
import { cookieOf } from "@/server/testing/callers";
import { type DoorAsk, doorAsks } from "@/server/testing/door-asks";
import { digestsOf, noteKept } from "@/server/testing/kept-rows";
import { isWritten, lateDetail, type Point, useLateRefusal, type Written } from "@/server/testing/late-refusal";
import { type Made, withNeeded, withoutFile, withSomeFiles } from "@/server/testing/sample-steps";
import { prepareUnauditedSamples, unauditedSamples } from "@/server/testing/unaudited-samples";
import { appRouter } from "./root";
import { prepareSamples, samples } from "./root.samples";

const { db } = useDatabase();
const brand = (ctx: Ctx) => ctx.db.insert(vehicleBrands).values({ name: crypto.randomUUID() });

/** What services are to do, and what they must not. */
const tried = router({
  good: open()
    .output(Nothing)
    .mutation(({ ctx }) =>
      inTransaction(ctx, async (ctx) => {
        await brand(ctx);
        await brand(ctx);
      }),
    ),
  counting: open()
    .output(Nothing)
    .mutation(async ({ ctx }) => {
      await limitRate(ctx, { name: "late", of: "somebody", calls: 100, seconds: 60, counts: "subject" });
      await inTransaction(ctx, (ctx) => brand(ctx));
    }),
  outside: open()
    .output(Nothing)
    .mutation(async ({ ctx }) => {
      await brand(ctx);
    }),
  twice: open()
    .output(Nothing)
    .mutation(async ({ ctx }) => {
      await inTransaction(ctx, (ctx) => brand(ctx));
      await inTransaction(ctx, (ctx) => brand(ctx));
    }),
  swallowing: open()
    .output(Nothing)
    .mutation(({ ctx }) =>
      inTransaction(ctx, async (ctx) => {
        await brand(ctx).catch(() => undefined);
      }),
    ),
});

const refusing = useLateRefusal(appRouter, tried);
let keptRows: () => Promise<string[]>;

const caller = () => ({ ...staffCtx(db()), requestId: crypto.randomUUID() });
const mutate = (of: AnyRouter, path: string, input?: unknown) => callProcedure(path, input, caller(), { router: of });

beforeAll(async () => {
  await prepareSamples(db());
  await prepareUnauditedSamples(db());
  keptRows = await noteKept(preparedSql());
});

describe("the refusal of a call at a point", () => {
  /** Refuses a call, and says what became of it. */
  async function outcome(call: keyof typeof tried, at: Point) {
    await keptRows();
    const { answer, written } = await refusing(call, at, () =>
      mutate(tried, call).then(
        () => "went through",
        (error) => toAppError(error).detail,
      ),
    );
    const { statements, outside, transactions } = written;
    const kept = await keptRows();
    return [answer, statements.length, outside.length, transactions, kept];
  }
  const brands = ["backoffice.vehicle_brands"];

  it("comes after the statement that is named, or before the commit, and leaves nothing", async () => {
    expect(await outcome("good", 1)).toEqual([lateDetail, 1, 0, 1, []]);
    expect(await outcome("good", 2)).toEqual([lateDetail, 2, 0, 1, []]);
    expect(await outcome("good", "commit")).toEqual([lateDetail, 2, 0, 1, []]);
    expect(await outcome("good", 3)).toEqual(["went through", 2, 0, 1, brands]);
    expect(await outcome("counting", "commit")).toEqual([lateDetail, 1, 0, 1, []]);
  });

  it("finds a write outside of a transaction, a second transaction, and an error that is not passed on", async () => {
    expect(await outcome("outside", 1)).toEqual([lateDetail, 1, 1, 0, brands]);
    expect(await outcome("outside", "commit")).toEqual([lateDetail, 1, 1, 0, brands]);
    expect(await outcome("twice", 2)).toEqual([lateDetail, 2, 0, 2, brands]);
    expect(await outcome("swallowing", 1)).toEqual(["went through", 1, 0, 1, brands]);
  });

  it("is seen in the digests too, and so is a row that is written with the values it had", async () => {
    const before = await digestsOf(preparedSql());
    await db().update(vehicleBrands).set({ name: sql`name` });
    const after = await digestsOf(preparedSql());
    const differing = [...after].filter(([name, digest]) => before.get(name) !== digest).map(([name]) => name);
    expect([differing, await keptRows()]).toEqual([brands, brands]);
  });

  it("counts what writes, and neither reads nor counters", () => {
    const writes = [
      'insert into "a"."b" values ($1)',
      'update "a"."b" set "c" = $1',
      "with x as (delete from a.b returning id) select * from x",
      "update a.b as x set c = 1",
      "select graphile_worker.add_job('deliver-mail', '{}'::json)",
      "select nextval('a.b')",
    ];
    const others = [
      'select "id" from "a"."b" for update',
      "select pg_advisory_xact_lock(1)",
      "select set_config('lock_timeout', '1s', true)",
      "select * from graphile_worker.jobs",
      'insert into "platform"."rate_limits" values ($1) on conflict do update set used = 1',
    ];
    expect(writes.filter((text) => !isWritten(text))).toEqual([]);
    expect(others.filter(isWritten)).toEqual([]);
  });
});

const mutations = proceduresOf(appRouter).flatMap(([name, { _def }]) => (_def.type === "mutation" ? [name] : []));
const keyless = new Set(proceduresOf(appRouter).flatMap(([name, { _def }]) => (takesKey(_def) ? [] : [name])));

/** These wrote before they checked, and a door kept it. */
const known = [
  "userRoles.set",
  "companyRoles.restore",
  "teamRoles.restore",
  "vehicleModels.restore",
  "fleetVehicles.notes.restore",
  "companyAdmins.create",
  "members.create",
];

/** Mutations that are not walked, and why. */
const notWalked: Record<string, string> = {
  ...Object.fromEntries(
    ["create", "update", "remove", "restore", "setSettings", "setFavourites", "setMail"].map((what) => [
      `companyListViews.${what}`,
      "its caller is a member of the company; it does what listViews does",
    ]),
  ),
  "secondFactor.renewRecoveryCodes": "its code is spent, and that committed, before the change begins",
  "secondFactor.turnOff": "its code is spent, and that committed, before the change begins",
  "switchTo.end": "its caller is under switch-to",
  "contactLogs.write": "its caller is a member of the company; it does what contactLogs.store does",
  "erpSync.plan": "asks somebody's ERP",
  "notificationTemplateContents.preview": "writes nothing",
  "notificationSends.plan": "writes nothing",
};

/**
 * These start the run of an import or of a bulk change, a unit of work that outlives its caller: its row says how it ended.
 * Only its start is refused here.
 */
const startsRun = (call: string) =>
  call !== "files.upload" && /\.(imports\.confirm|upload)$|ulkChanges\.(run|runDesk|cancel|undo)$/.test(call);

/** Forgets what tries have counted, so that none of the next ones is one too many. */
const forgetTries = () =>
  preparedSql().unsafe(`delete from platform.rate_limits; delete from platform.login_attempts;
    update backoffice.user_codes set tries = 0 where tries > 0`);

describe("a call that is refused late", () => {
  const faults: string[] = [];
  const counts = { refusals: 0, keyed: 0, keyless: 0 };
  let sender: { cookie: string; bearer: string };

  beforeAll(async () => {
    const { actor } = caller();
    if (actor.kind !== "user") throw new Error("the samples are for a person");
    const { id: sub, sessionId: sid, type } = actor;
    sender = { cookie: await cookieOf(sid), bearer: await signAccessToken({ sub, sid, type }) };
  });

  /** @returns whether nothing was kept, and how many statements the call had written */
  async function refusedAt(call: string, ask: DoorAsk, at: Point): Promise<[isClean: boolean, statements: number]> {
    const { answer, written } = await refusing(call, at, ask.send);
    const isRefused = written.isRefused && answer.text.includes(lateDetail);
    const takesNoKey = ask.isKeyed && keyless.has(call) && answer.text.includes("idempotency_not_supported");
    // A plan that is undone by itself never comes to a commit.
    const isUndone = !written.isRefused && at === "commit" && answer.status < 300 && !answer.text.includes('"error":');
    const isStatus = isUndone || takesNoKey || answer.status === ask.status;
    const where = `${call} at ${ask.door}, refused at ${at}`;
    counts[takesNoKey ? "keyless" : ask.isKeyed ? "keyed" : "refusals"] += 1;
    if (!(isRefused || takesNoKey || isUndone) || !isStatus)
      faults.push(`${where}: ${answer.status} ${answer.text.slice(0, 300)}`);
    // What succeeded is kept for a repeat: the first call of a batch, and a plan that is undone by itself.
    const mayRepeat = ask.isKeyed && (ask.status === 207 || isUndone);
    const kept = (await keptRows()).filter((table) => !(mayRepeat && table === "platform.idempotent_calls"));
    if (kept.length) faults.push(`${where}: kept in ${kept.join(", ")}`);
    await forgetTries();
    return [kept.length === 0, written.statements.length];
  }

  /**
   * Refuses a call at all doors, before the commit and after its last statement, or after each of them.
   * @returns undefined where something was kept, so that nothing more can be tried; how many statements it writes
   */
  async function refusedEverywhere(call: string, input: unknown): Promise<number | undefined> {
    const before = await digestsOf(preparedSql());
    await keptRows(); // of the steps before
    let most = 0;
    for (const ask of doorAsks(call, input, sender)) {
      const [isClean, last] = await refusedAt(call, ask, "commit");
      if (!isClean) return undefined;
      for (let n = scaled(Math.max(1, last), 1); n <= last; n++)
        if (!(await refusedAt(call, ask, n))[0]) return undefined;
      most = Math.max(most, last);
    }
    await preparedSql()`delete from platform.idempotent_calls`;
    const after = await digestsOf(preparedSql());
    const differing = [...after].filter(([name, digest]) => before.get(name) !== digest);
    if (differing.length) faults.push(`${call}: another digest of ${differing.map(([name]) => name).join(", ")}`);
    return most;
  }

  function judge(call: string, { statements, outside, transactions }: Written, atDoors: number | undefined) {
    if (statements.length > 0 && atDoors === 0) faults.push(`${call} writes nothing at the doors`);
    if (startsRun(call)) return;
    for (const text of outside) faults.push(`${call} writes outside of a transaction: ${text.slice(0, 200)}`);
    if (transactions > 1) faults.push(`${call} writes in ${transactions} transactions`);
  }

  it("is sampled, but for those that are named here", () => {
    const walked = new Set([...samples, ...unauditedSamples(db(), samples)].map(({ call }) => call));
    expect(mutations.filter((name) => !walked.has(name)).sort()).toEqual(Object.keys(notWalked).sort());
    expect(known.filter((name) => !walked.has(name))).toEqual([]);
  });

  it("changes nothing: at both doors, alone, in a batch and in a stream, with a key and without", {
    timeout: scaled(240_000, 3_600_000),
  }, async () => {
    const once = sample(known, 1, "mutations that once wrote before they checked, refused late");
    const some = withSomeFiles([...samples, ...unauditedSamples(db(), samples)], "late refusals");
    const others = [...new Set(some.map(({ call }) => call))];
    const names = new Set([...once, ...sample(others, 2, "mutations that are refused late")]);
    const watched = sample(some, 40, "mutations that are seen to write in one transaction");
    const steps = withNeeded(some, [...watched, ...some.filter(({ call }) => names.has(call))]);
    const made: Made = {};
    for (const { call, input, as } of steps) {
      const given = await input(made);
      const atDoors = names.has(call) ? await refusedEverywhere(call, given) : undefined;
      // Where something was kept, the steps that follow would meet what should not be there.
      if (names.has(call) && atDoors === undefined) break;
      await forgetTries();
      const { answer, written } = await refusing(call, "nowhere", () => mutate(appRouter, call, given)).catch(
        (error: Error) => Promise.reject(new Error([`${call}: ${error.message}`, ...faults].join("\n"))),
      );
      judge(call, written, atDoors);
      const kept = await withoutFile(answer);
      if (as) made[as] = kept as Made[string];
    }
    expect(faults).toEqual([]);
    const { refusals, keyed, keyless } = counts;
    console.log(
      `Refused ${refusals} times without a key and ${keyed} with one; ${keyless} were told that they take none.`,
    );
  });
});
