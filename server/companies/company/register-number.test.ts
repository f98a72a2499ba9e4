import { eq, sql } from "drizzle-orm";
import { beforeAll, expect, it } from "vitest";
import { companies } from "@/db/schema";
import { useDatabase } from "@/db/testing/database";
import { categoryId, seedBase } from "@/seed/base";
import { failure } from "@/server/kit/testing";
import { registerKeyOf } from "./register-number.rules";

const { db } = useDatabase();
beforeAll(() => seedBase(db()));

const made = async (registerNumber: string, fields: Partial<typeof companies.$inferInsert> = {}) => {
  const [row] = await db()
    .insert(companies)
    .values({ name: "Numbered", registerNumber, companyCategoryId: categoryId("DEALER"), ...fields })
    .returning();
  return row;
};

it("tells companies apart without case, blanks, dots, hyphens and what nobody sees", () => {
  const same = [
    "DE 900.123-4",
    "de9001234",
    " DE-900 1234",
    "D\u200BE\u00A0900\u20111234",
    "ＤＥ９００１２３４",
    "dé9001234",
  ];
  expect(new Set(same.map(registerKeyOf))).toEqual(new Set(["DE9001234"]));
  expect(registerKeyOf("HRB 12/3")).toBe("HRB12/3");
});

it("says of every character what the column of the database says", async () => {
  const codes = Array.from({ length: 0xffff }, (_, code) => code + 1).filter((code) => code < 0xd800 || code > 0xdfff);
  const texts = codes.map((code) => `a${String.fromCharCode(code)}Z`);
  const [column] = await db().execute<{ expression: string }>(sql`
    select pg_get_expr(adbin, adrelid) as expression from pg_attrdef join pg_attribute on attrelid = adrelid and attnum = adnum
    where adrelid = 'backoffice.companies'::regclass and attname = 'register_key'`);
  const rows = await db().execute<{ given: string; plain: string; key: string }>(sql`
    select register_number as given, normalize(register_number, NFKD) as plain, ${sql.raw(column?.expression ?? "")} as key
    from jsonb_array_elements_text(${JSON.stringify(texts)}::text::jsonb) register_number, (select null::text as closed_as) c`);
  // One of the two may know a newer Unicode, with more characters that stand for others.
  const both = rows.filter(({ given, plain }) => plain === given.normalize("NFKD"));
  expect(both.length).toBeGreaterThan(63_000);
  expect(both.filter(({ given, key }) => key !== registerKeyOf(given))).toEqual([]);
});

it("belongs to one company that is there, marked ones and closed ones aside", async () => {
  const first = await made("HRB 77-1");
  expect(await failure(made("hrb77.1"))).toMatchObject({ status: 422, errors: [{ path: "registerNumber" }] });
  const marked = await made("hrb77.1", { isDuplicate: true });
  const closed = await made("HRB 77 1", { closedAs: "refused", status: "disabled" });
  const keyOf = async (id = "") => (await db().select().from(companies).where(eq(companies.id, id)))[0]?.registerKey;
  expect([await keyOf(first?.id), await keyOf(marked?.id), await keyOf(closed?.id)]).toEqual([
    "HRB771",
    "HRB771",
    null,
  ]);
});
