import { eq, sql } from "drizzle-orm";
import { afterAll, describe, expect, it } from "vitest";
import { connect } from "@/db/client";
import { patienceOfSettings } from "@/db/pool";
import { loginAttempts, rateLimits, userCodes } from "@/db/schema";
import { useDatabase } from "@/db/testing/database";
import { type Ctx, inTransaction } from "@/server/kit/call/context";
import { limitRate } from "@/server/kit/call/rate-limit";
import { failure } from "@/server/kit/testing";
import { reserveTry } from "../login-attempt/login-attempt.service";
import { fingerprint } from "../secret.rules";
import { anonymous, makeUser } from "../testing";
import { issueCode, withCode } from "./user-code.service";

const { db, url } = useDatabase();
const small = connect(url, 2, { ...patienceOfSettings(), lockMs: 5 });
afterAll(() => small.close());

const purpose = "activation" as const;
const triesOf = async (email: string) =>
  (
    await db()
      .select()
      .from(userCodes)
      .where(eq(userCodes.emailHash, fingerprint(email)))
  )[0]?.tries;

describe("50 wrong codes at once, with a pool of two connections", () => {
  it("are at most five that are looked at, and none waits for a lock", async () => {
    const { email } = await makeUser(db(), { status: "pending" });
    const code = await issueCode(anonymous(db()), email, purpose);
    const give = (given: string) =>
      withCode({ ...anonymous(db()), db: small.db }, { email, purpose, code: given }, async () => "in");
    const wrong = (n: number) => String((Number(code) + 1 + n) % 1_000_000).padStart(6, "0");
    const answers = await Promise.all(Array.from({ length: 50 }, (_, n) => failure(give(wrong(n)))));
    // One that had waited for 5 ms would be `unavailable`.
    expect(new Set(answers.map((answer) => answer.code))).toEqual(new Set(["code_wrong"]));
    expect(await triesOf(email)).toBe(5);
    expect((await failure(give(code))).code).toBe("code_wrong");
  });
});

describe("what is counted against somebody", () => {
  const counters: [string, (ctx: Ctx) => Promise<unknown>][] = [
    ["calls", (ctx) => limitRate(ctx, { name: "test", of: "a", calls: 1, seconds: 60, counts: "subject" })],
    ["wrong passwords", (ctx) => reserveTry(ctx, "a@b.demo")],
    ["wrong codes", (ctx) => withCode(ctx, { email: "a@b.demo", purpose, code: "1" }, async () => undefined)],
  ];

  it.each(counters)("is refused within a transaction: %s", async (_, count) => {
    const said = "tries are counted before a transaction begins";
    await expect(inTransaction(anonymous(db()), count)).rejects.toThrow(said);
    // The transaction is recognised by itself, not by what the context says of it.
    await expect(db().transaction((tx) => count({ ...anonymous(db()), db: tx }))).rejects.toThrow(said);
    for (const table of [rateLimits, loginAttempts])
      expect(await db().execute(sql`select 1 from ${table}`)).toHaveLength(0);
  });
});
