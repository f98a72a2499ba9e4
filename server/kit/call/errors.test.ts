import { existsSync, writeFileSync } from "node:fs";
import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { connect } from "@/db/client";
import {
  companies,
  companyCategories,
  countries,
  firmwareCategories,
  firmwareVersions,
  pers,
  users,
} from "@/db/schema";
import { useDatabase } from "@/db/testing/database";
import { inTransaction } from "./context";
import { AppError, toAppError, toProblem } from "./errors";

const { db } = useDatabase();
const thrown = async (work: Promise<unknown>) =>
  toAppError(
    await work.then(
      () => undefined,
      (error) => error,
    ),
  );
const nobody = "00000000-0000-7000-8000-00000000ffff";

describe("errors", () => {
  it("names the wire field of a unique violation, an expression index too", async () => {
    await db().insert(firmwareCategories).values({ label: "Main unit" });
    const error = await thrown(db().insert(firmwareCategories).values({ label: "MAIN UNIT" }));
    const message = "A firmware category with this label already exists.";
    expect(error).toMatchObject({
      code: "duplicate",
      status: 422,
      detail: message,
      errors: [{ path: "label", message }],
    });
  });

  it("names the wire field of a missing reference, in the documents' spelling", async () => {
    const error = await thrown(db().insert(pers).values({ nuSerialPersNumber: "X1", modelPERSId: nobody }));
    const message = "There is no such PERS model.";
    expect(error).toMatchObject({ code: "unknown_reference", status: 422, errors: [{ path: "modelPERSId", message }] });
  });

  it("is unavailable, and no fault of ours, where the server has no disk or memory left", async () => {
    for (const code of ["53100", "53200"]) {
      const raised = sql.raw(`do $$ begin raise exception 'could not extend file' using errcode = '${code}'; end $$`);
      expect(await thrown(db().execute(raised))).toMatchObject({
        code: "unavailable",
        status: 503,
        headers: { "retry-after": "10" },
      });
    }
  });

  it.runIf(existsSync("/dev/full"))("is unavailable where a folder has no room left", () => {
    try {
      writeFileSync("/dev/full", "x");
      expect.unreachable();
    } catch (error) {
      const wrapped = new Error("the file could not be kept", { cause: error });
      expect(toAppError(wrapped)).toMatchObject({ code: "unavailable", status: 503, headers: { "retry-after": "10" } });
    }
  });

  it("says what still uses a record", async () => {
    const [category] = await db().insert(firmwareCategories).values({ label: "Used" }).returning();
    const version = {
      categoryId: category?.id ?? "",
      firmwareVersion: "1.0.0",
      updateId: "u",
      firmwareType: 1,
      uuid: nobody,
    };
    await db().insert(firmwareVersions).values(version);
    const error = await thrown(db().delete(firmwareCategories).where(sql`label = 'Used'`));
    expect(error).toMatchObject({ code: "in_use", status: 422, detail: "It is still used by firmware versions." });
    const again = await thrown(
      db()
        .insert(firmwareVersions)
        .values({ ...version, uuid: crypto.randomUUID() }),
    );
    expect(again.errors?.map((e) => e.path)).toEqual(["categoryId", "updateId", "firmwareType", "firmwareVersion"]);
    const outside = await thrown(
      db()
        .insert(firmwareVersions)
        .values({ ...version, firmwareType: 9 }),
    );
    expect(outside).toMatchObject({ code: "rule_broken", status: 422, errors: [{ path: "firmwareType" }] });
  });

  it("says by how many of each a record is still used, whatever uses it", async () => {
    const ctx = { db: db(), actor: null, door: "job", requestId: "r", ip: null } as const;
    const remove = (id = "") =>
      inTransaction(ctx, async (ctx) => {
        await ctx.db.delete(countries).where(sql`id = ${id}`);
      });
    const [country] = await db().insert(countries).values({ code: "XA", name: "Aland", phonePrefix: "+1" }).returning();
    const [category] = await db().insert(companyCategories).values({ code: "fleet", label: "Fleet" }).returning();
    const company = { name: "One", countryId: country?.id, companyCategoryId: category?.id ?? "" };
    await db()
      .insert(companies)
      .values({ ...company, registerNumber: "1" });
    await db()
      .insert(companies)
      .values({ ...company, registerNumber: "2" });
    expect(await thrown(remove(country?.id))).toMatchObject({
      code: "in_use",
      detail: "It is still used by 2 companies.",
    });
    const person = { firstName: "A", lastName: "B", type: "Rider", countryId: country?.id } as const;
    await db()
      .insert(users)
      .values({ ...person, email: "a@example.com" });
    expect((await thrown(remove(country?.id))).detail).toBe("It is still used by 2 companies and 1 user.");
    // Another one that nothing uses goes.
    const [free] = await db().insert(countries).values({ code: "XB", name: "Bland", phonePrefix: "+2" }).returning();
    await remove(free?.id);
    expect(await db().$count(countries, sql`id = ${free?.id}`)).toBe(0);
  });

  it("turns what only the database can refuse into a 400", async () => {
    for (const value of [sql`'abc'::uuid`, sql`99999999999::int`, sql`'2026-02-31'::date`])
      expect(await thrown(db().execute(sql`select ${value}`))).toMatchObject({ code: "invalid_input" });
  });

  it("says 503 with Retry-After where no database answers", async () => {
    const { db: nowhere, close } = connect("postgres://nobody@127.0.0.1:1/none", 1);
    expect(await thrown(nowhere.execute(sql`select 1`))).toMatchObject({
      status: 503,
      headers: { "retry-after": "2" },
    });
    await close();
  });

  it("keeps what it does not know to itself", () => {
    const problem = toProblem(toAppError(new Error("select secret from users")), { requestId: "r1", path: "/x" });
    expect(problem).toMatchObject({ status: 500, code: "internal", requestId: "r1" });
    expect(JSON.stringify(problem)).not.toContain("secret");
  });

  it("gives each fault of an input its path", () => {
    const { error } = z.object({ a: z.object({ b: z.int() }), c: z.string() }).safeParse({ a: { b: 1.5 } });
    expect(toAppError(error).errors?.map((e) => e.path)).toEqual(["a.b", "c"]);
    expect(toAppError(new Error("outer", { cause: new AppError("forbidden") })).status).toBe(403);
  });
});
