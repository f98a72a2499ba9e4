import { eq, sql } from "drizzle-orm";
import { describe, expect, it, onTestFinished } from "vitest";
import { languages } from "@/db/schema";
import { useDatabase } from "@/db/testing/database";
import { env } from "@/env/env";
import { staffCtx } from "@/server/kit/testing";
import { attempt } from "./attempt";
import { inTransaction, type KnownCtx } from "./context";
import { broken } from "./errors";

const { db } = useDatabase();
const ctx = () => staffCtx(db());

let n = 0;
const newCode = () => `x${++n}`;
const add = (ctx: KnownCtx, code: string) => ctx.db.insert(languages).values({ code, name: `Language ${code}` });
const isKept = async (code: string) => (await db().select().from(languages).where(eq(languages.code, code))).length > 0;
const throwing = (ctx: KnownCtx, sqlState: string) =>
  ctx.db.execute(sql.raw(`do $$ begin raise exception using errcode = '${sqlState}'; end $$`));

describe("an attempt", () => {
  it("gives the value of its work, and keeps what that wrote", async () => {
    const code = newCode();
    const attempted = await inTransaction(ctx(), (ctx) =>
      attempt(ctx, async (ctx) => {
        await add(ctx, code);
        return 7;
      }),
    );
    expect(attempted).toEqual({ done: 7 });
    expect(await isKept(code)).toBe(true);
  });

  it("is undone where its work throws, and the transaction goes on", async () => {
    const [before, inside, after] = [newCode(), newCode(), newCode()];
    const refused = broken("name", "No.");
    const attempted = await inTransaction(ctx(), async (ctx) => {
      await add(ctx, before);
      const attempted = await attempt(ctx, async (ctx) => {
        await add(ctx, inside);
        throw refused;
      });
      await add(ctx, after);
      return attempted;
    });
    expect(attempted).toEqual({ error: refused });
    expect([await isKept(before), await isKept(inside), await isKept(after)]).toEqual([true, false, true]);
  });

  it("is undone where the database refuses a statement, and where its work goes on after that", async () => {
    const [inside, caught, after] = [newCode(), newCode(), newCode()];
    await inTransaction(ctx(), async (ctx) => {
      await add(ctx, after);
      const twice = await attempt(ctx, async (ctx) => {
        await add(ctx, inside);
        await add(ctx, after);
      });
      expect(twice).toMatchObject({ error: { cause: { code: "23505" } } });
      const goneOn = await attempt(ctx, async (ctx) => {
        await add(ctx, caught);
        await add(ctx, after).catch(() => undefined);
      });
      expect(goneOn).toMatchObject({ error: { code: "23505" } });
    });
    expect([await isKept(inside), await isKept(caught), await isKept(after)]).toEqual([false, false, true]);
  });

  it("within another is undone alone, and with the outer one", async () => {
    const [outer, inner, kept, undone] = [newCode(), newCode(), newCode(), newCode()];
    await inTransaction(ctx(), async (ctx) => {
      await attempt(ctx, async (ctx) => {
        await add(ctx, outer);
        const failed = await attempt(ctx, async (ctx) => {
          await add(ctx, inner);
          throw broken("name", "No.");
        });
        expect(failed).toHaveProperty("error");
        expect(await attempt(ctx, (ctx) => add(ctx, kept))).toHaveProperty("done");
      });
      await attempt(ctx, async (ctx) => {
        await attempt(ctx, (ctx) => add(ctx, undone));
        throw broken("name", "No.");
      });
    });
    expect([await isKept(outer), await isKept(inner), await isKept(kept), await isKept(undone)]).toEqual([
      true,
      false,
      true,
      false,
    ]);
  });

  it.each(["40001", "40P01", "55P03", "57014", "57P01", "25P03", "53100", "53200", "25P02"])(
    "throws %s on, which is the end of the transaction",
    async (sqlState) => {
      const code = newCode();
      const work = db().transaction(async (tx) => {
        const inTx = { ...ctx(), db: tx, inTransaction: true };
        await add(inTx, code);
        await attempt(inTx, (ctx) => throwing(ctx, sqlState));
      });
      await expect(work).rejects.toMatchObject({ cause: { code: sqlState } });
      expect(await isKept(code)).toBe(false);
    },
  );

  it.each([
    ["a deadlock", "40P01"],
    ["a lock that somebody held", "55P03"],
  ])("is begun anew with the whole transaction after %s", async (_, sqlState) => {
    const codes: string[] = [];
    await inTransaction(ctx(), async (ctx) => {
      codes.push(newCode());
      await attempt(ctx, async (ctx) => {
        await add(ctx, codes.at(-1) ?? "");
        if (codes.length === 1) await throwing(ctx, sqlState);
      });
    });
    expect(await Promise.all(codes.map(isKept))).toEqual([false, true]);
  });

  it("is not begun anew where its work is refused, nor for a lock once the time for that is up", async () => {
    const { DATABASE_LOCK_TIMEOUT_MS: patienceOfTests } = env;
    onTestFinished(() => {
      env.DATABASE_LOCK_TIMEOUT_MS = patienceOfTests;
    });
    // Work that is begun anew all the same goes through in the end, so that this waits for nothing.
    const failing = (times: number, fail: (ctx: KnownCtx) => unknown) => {
      let tries = 0;
      return inTransaction(ctx(), async (ctx) => {
        if (++tries <= times) await fail(ctx);
      });
    };
    await expect(failing(1, () => Promise.reject(broken("name", "No.")))).rejects.toThrow("No.");
    env.DATABASE_LOCK_TIMEOUT_MS = 0;
    const locked = failing(20, (ctx) => throwing(ctx, "55P03"));
    await expect(locked).rejects.toMatchObject({ cause: { code: "55P03" } });
  });

  it.each(["40001", "40P01"])("is begun anew twice where %s comes again, and no more", async (sqlState) => {
    let tries = 0;
    const work = inTransaction(ctx(), (ctx) => {
      tries++;
      return throwing(ctx, sqlState);
    });
    await expect(work).rejects.toMatchObject({ cause: { code: sqlState } });
    expect(tries).toBe(3);
  });

  it("throws on that the connection was lost", async () => {
    const code = newCode();
    const work = inTransaction(ctx(), async (ctx) => {
      await add(ctx, code);
      return attempt(ctx, (ctx) => ctx.db.execute(sql`select pg_terminate_backend(pg_backend_pid())`));
    });
    await expect(work).rejects.toThrow();
    expect(await isKept(code)).toBe(false);
  });

  it("needs a transaction", async () => {
    const code = newCode();
    await expect(attempt(ctx(), (ctx) => add(ctx, code))).rejects.toThrow("a part of a transaction");
    expect(await isKept(code)).toBe(false);
  });

  it("is made 64 times in a transaction, those within others included, and no more", async () => {
    const refusals: string[] = [];
    await inTransaction(ctx(), async (ctx) => {
      await attempt(ctx, async (ctx) => {
        for (let made = 1; made < 64; made++) await attempt(ctx, async () => made);
      });
      await attempt(ctx, async () => 65).catch((error: Error) => refusals.push(error.message));
    });
    expect(refusals).toEqual(["a transaction makes at most 64 attempts"]);
    expect(await inTransaction(ctx(), (ctx) => attempt(ctx, async () => 1))).toEqual({ done: 1 });
  });

  it("is not made beside another one, whose statements it would undo", async () => {
    const beside = inTransaction(ctx(), (ctx) =>
      Promise.allSettled([newCode(), newCode()].map((code) => attempt(ctx, (ctx) => add(ctx, code)))),
    );
    expect(await beside).toMatchObject([
      { status: "fulfilled" },
      { reason: { message: expect.stringContaining("one after the other") } },
    ]);
    const around = inTransaction(ctx(), (outer) => attempt(outer, () => attempt(outer, (ctx) => add(ctx, newCode()))));
    expect(await around).toMatchObject({ error: { message: expect.stringContaining("context of the outer one") } });
  });
});

describe("what is still asked for when a transaction or an attempt has failed", () => {
  /** One of two that are done side by side fails at once, the other writes later. */
  async function sideBySide(ctx: KnownCtx, code: string, ends: Promise<unknown>[]) {
    const slow = async () => {
      for (let asked = 0; asked < 5; asked++) await ctx.db.execute(sql`select`);
      await add(ctx, code);
    };
    const fast = async () => {
      await ctx.db.execute(sql`select`);
      throw broken("name", "No.");
    };
    const work = [slow(), fast()];
    ends.push(Promise.allSettled(work));
    await Promise.all(work);
  }

  it("is not written after the transaction", async () => {
    const code = newCode();
    const ends: Promise<unknown>[] = [];
    await expect(inTransaction(ctx(), (ctx) => sideBySide(ctx, code, ends))).rejects.toThrow("No.");
    expect(await ends[0]).toMatchObject([{ status: "rejected" }, { status: "rejected" }]);
    expect(await isKept(code)).toBe(false);
  });

  it("is not written in the transaction that goes on", async () => {
    const code = newCode();
    const ends: Promise<unknown>[] = [];
    await inTransaction(ctx(), async (ctx) => {
      const attempted = await attempt(ctx, (ctx) => sideBySide(ctx, code, ends));
      expect(attempted).toMatchObject({ error: { message: "No." } });
      expect(await ends[0]).toMatchObject([{ status: "rejected" }, { status: "rejected" }]);
    });
    expect(await isKept(code)).toBe(false);
  });
});
