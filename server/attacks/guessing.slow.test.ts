import argon2 from "@node-rs/argon2";
import { eq, sql } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { mailLog, userCodes } from "@/db/schema";
import { useDatabase } from "@/db/testing/database";
import { scaled } from "@/db/testing/scale";
import { seedBase } from "@/seed/base";
import { fingerprint } from "@/server/identity/secret.rules";
import { makeUser, testPassword } from "@/server/identity/testing";
import { callerOf } from "@/server/kit/call/rate-limit";
import { ask, askScreen, signInScreen } from "@/server/testing/ask";
import { credentialsOf } from "@/server/testing/callers";

const verify = vi.spyOn(argon2, "verify");

const { db } = useDatabase();
beforeAll(() => seedBase(db()));
beforeEach(() => void verify.mockClear());

/** Guesses at once, and accounts and people of one caller: more than each limit. */
const [many, accounts, people] = [scaled(40, 100), scaled(70, 100), scaled(40, 60)];

type Guess = (n: number) => Promise<unknown>;
const times = (count: number, guess: Guess) => Promise.all(Array.from({ length: count }, (_, n) => guess(n)));
/** Addresses of a whole botnet. */
const from = (n: number) => ({ ip: `172.16.${n >> 8}.${n & 255}` });

/** "in", or why not. */
async function signIn(email: string, password: string, n: number) {
  const signed = await signInScreen(email, password, from(n).ip);
  return "sid" in signed ? "in" : signed.refused.split(":")[0];
}

describe(`${many} wrong passwords at once`, () => {
  it("are five that are looked at, whichever doors they come by and from wherever", async () => {
    const user = await makeUser(db(), { permissions: ["switch-to.use"] });
    const { bearer, cookie } = await credentialsOf(db(), user);
    const spelt = (n: number) => (n % 3 ? user.email : ` ${user.email.toUpperCase()}`);
    const doors: Guess[] = [
      (n) => ask("POST", "/v1/users/login", { ...from(n), body: { email: spelt(n), password: `guess ${n}` } }),
      (n) => askScreen("login.login", { email: spelt(n), password: `guess ${n}` }, from(n)),
      (n) => signIn(spelt(n), `guess ${n}`, n),
      (n) => {
        const headers = { authorization: `Bearer ${bearer}` };
        const body = { currentPassword: `guess ${n}`, newPassword: "Another-pass-2026" };
        return ask("POST", "/v1/users/change-password", { ...from(n), headers, body });
      },
      (n) => {
        const body = { currentPassword: `guess ${n}`, switchToPassword: "Another-pass-2026" };
        return askScreen("password.setSwitchTo", body, { ...from(n), headers: { cookie } });
      },
    ];
    await times(many, (n) => doors[n % doors.length]?.(n) ?? Promise.resolve());
    expect(verify).toHaveBeenCalledTimes(5);
    expect(await signIn(user.email, testPassword, 200)).toBe("too_many_requests");
    expect(verify).toHaveBeenCalledTimes(5);
  });

  it("of an account are not counted against another", async () => {
    const [one, other] = [await makeUser(db()), await makeUser(db())];
    await times(10, (n) => signIn(one.email, "wrong", n));
    expect(await signIn(other.email, testPassword, 1)).toBe("in");
  });

  it.each([
    ["one caller", () => "172.31.0.1"],
    ["one caller's whole network", (n: number) => `2001:db8:0:7::${n.toString(16)}`],
  ])(`for ${accounts} accounts by %s are sixty`, async (who, ip) => {
    const body = (n: number) => ({ email: `spray${who.length}.${n}@persdesk.test`, password: "Spring-2026" });
    await times(accounts, (n) => ask("POST", "/v1/users/login", { ip: ip(n), body: body(n) }));
    expect(verify).toHaveBeenCalledTimes(60);
  });
});

const wrongOf = (code: string, n: number) => String((Number(code) + 1 + n) % 1_000_000).padStart(6, "0");
const mailsTo = (email: string) =>
  db().select().from(mailLog).where(eq(mailLog.recipient, email)).orderBy(mailLog.createdAt, mailLog.id);

const codes = [
  [
    "activation",
    "pending",
    "/v1/users/activation/generate-code",
    "registration.verify",
    "/v1/users/verify/activation-code",
  ],
  [
    "password-reset",
    "active",
    "/v1/users/forgot-password",
    "password.validateCode",
    "/v1/users/validate-password-reset-code",
  ],
] as const;

describe.each(codes)("a code of %s", (purpose, status, askFor, procedure, path) => {
  const tried = async (email: string) => {
    const mine = sql`${userCodes.emailHash} = ${fingerprint(email)} and ${userCodes.purpose} = ${purpose}`;
    return (await db().select().from(userCodes).where(mine))[0]?.tries;
  };
  const give = (email: string, code: string, n: number) => {
    const body = { email: n % 3 ? email : email.toUpperCase(), code };
    return n % 2 ? ask("POST", path, { ...from(n), body }) : askScreen(procedure, body, from(n));
  };

  it(`is tried five times by ${many} guesses at once, and is spent by them`, async () => {
    const { email } = await makeUser(db(), { status });
    await ask("POST", askFor, { body: { email } });
    const code = (await mailsTo(email)).at(-1)?.secrets?.code ?? "";
    const answers = (await times(many, (n) => give(email, wrongOf(code, n), n))) as { status: number }[];
    expect(answers.filter((answer) => answer.status !== 422 && answer.status !== 429)).toEqual([]);
    expect(await tried(email)).toBe(5);
    // The address is let in again, as after a quarter of an hour; the code is not.
    await db().execute(sql`delete from platform.rate_limits`);
    expect((await give(email, code, 300)).status).toBe(422);
  });

  it("gives no more tries by being asked for again and again", async () => {
    const { email } = await makeUser(db(), { status });
    let looked = 0;
    for (let round = 0; round < 6; round++) {
      await ask("POST", askFor, { ...from(round), body: { email } });
      const code = (await mailsTo(email)).at(-1)?.secrets?.code ?? "";
      await times(5, (n) => give(email, wrongOf(code, n), round * 5 + n));
      looked += (await tried(email)) ?? 0;
    }
    expect(looked).toBe(10);
  });
});

it.each([
  ["10.1.2.3", "10.1.2.3"],
  ["2001:db8:0:7:1:2:3:4", "2001:db8:0:7"],
  ["2001:db8::7", "2001:db8:0:0"],
  ["2001:DB8:0:7::", "2001:db8:0:7"],
  ["::1", "0:0:0:0"],
  ["fe80::1%eth0", "fe80:0:0:0"],
])("%s counts as %s", (ip, caller) => expect(callerOf(ip)).toBe(caller));

describe("a mailbox", () => {
  const fields = { password: "First-pass-2026", firstName: "Vic", lastName: "Tim" };
  const operations = [
    ["/v1/users/register", "registration.register", fields],
    ["/v1/users/activation/generate-code", "registration.generateCode", {}],
    ["/v1/users/forgot-password", "password.forgot", {}],
  ] as const;

  it.each(operations)("gets at most ten mails by %s, from however many callers", async (path, procedure, more) => {
    for (const status of ["active", "pending"] as const) {
      const { email } = await makeUser(db(), { status });
      const body = (n: number) => ({ ...more, email: n % 3 ? email : email.toUpperCase() });
      await times(scaled(16, 40), (n) =>
        n % 2 ? ask("POST", path, { ...from(n), body: body(n) }) : askScreen(procedure, body(n), from(n)),
      );
      expect((await mailsTo(email)).length).toBeLessThanOrEqual(10);
    }
  });

  it.each(operations)(
    `of each of ${people} people gets a mail by %s for thirty of them, from one caller`,
    async (path, _, more) => {
      const ip = `172.30.0.${path.length}`;
      const before = (await db().select().from(mailLog)).length;
      const answers = await times(people, (n) =>
        ask("POST", path, { ip, body: { ...more, email: `many${path.length}.${n}@persdesk.test` } }),
      );
      expect((answers as { status: number }[]).filter((answer) => answer.status === 429)).toHaveLength(people - 30);
      expect((await db().select().from(mailLog)).length - before).toBeLessThanOrEqual(30);
    },
  );
});
