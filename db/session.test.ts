import { sql } from "drizzle-orm";
import { beforeAll, expect, it } from "vitest";
import { makeUser, testPassword } from "@/server/identity/testing";
import { ask } from "@/server/testing/ask";
import { closeDatabase } from "./client";
import { firmwareCategories, firmwareSegments, firmwareVersions } from "./schema";
import { sessionSettings, withSession } from "./session";
import { onServer } from "./testing/clone";
import { useDatabase } from "./testing/database";

const { db, url } = useDatabase();
const strange = {
  bytea_output: "escape",
  DateStyle: "SQL, DMY",
  IntervalStyle: "iso_8601",
  search_path: "pg_catalog",
  standard_conforming_strings: "off",
  TimeZone: "Asia/Kathmandu",
};

beforeAll(async () => {
  await makeUser(db(), { email: "somebody@persdesk.test" });
  const name = new URL(url).pathname.slice(1);
  for (const [setting, value] of Object.entries(strange))
    await db().execute(
      sql`alter database ${sql.identifier(name)} set ${sql.identifier(setting)} = ${sql.raw(`'${value}'`)}`,
    );
  await closeDatabase();
});

const settings = sql.join(
  Object.keys(sessionSettings).map((name) => sql`current_setting(${name}) as ${sql.identifier(name)}`),
  sql`, `,
);

it("a connection has its settings, whatever the database is set to", async () => {
  expect(Object.keys(strange)).toEqual(Object.keys(sessionSettings));
  const [ours] = await db().execute(sql`select ${settings}`);
  expect(ours).toEqual({ ...sessionSettings, DateStyle: "ISO, MDY" });
  const [theirs] = await onServer(url, (plain) => plain`select current_setting('DateStyle') as style`);
  expect(theirs?.style).toBe("SQL, DMY");
});

it("so has one that is opened by its address alone", async () => {
  const address = withSession(`${url}?options=-c%20work_mem=5MB`);
  const [row] = await onServer(
    address,
    (plain) =>
      plain`select current_setting('DateStyle') as style, current_setting('TimeZone') as zone, current_setting('work_mem') as mem`,
  );
  expect(row).toEqual({ style: "ISO, MDY", zone: "UTC", mem: "5MB" });
});

it("people sign in, and instants and bytes are read as they were written", async () => {
  const body = { email: "somebody@persdesk.test", password: testPassword };
  const login = await ask("POST", "/v1/users/login", { body });
  expect([login.status, JSON.parse(login.text).user?.email], login.text).toEqual([200, body.email]);
  const at = "2026-02-03T04:05:06.789Z";
  const [category] = await db().insert(firmwareCategories).values({ label: "Core", createdAt: at }).returning();
  expect(category?.createdAt).toBe(at);
  const version = { categoryId: category?.id ?? "", firmwareVersion: "1.0.0", updateId: "u", firmwareType: 1 };
  const [made] = await db()
    .insert(firmwareVersions)
    .values({ ...version, uuid: crypto.randomUUID() })
    .returning();
  const data = Buffer.from("\0\\x'é").toString("base64");
  const segment = { firmwareVersionId: made?.id ?? "", index: 0, startAddress: 0, length: 6, crc32: "00000000", data };
  const [stored] = await db().insert(firmwareSegments).values(segment).returning();
  expect(stored?.data).toBe(data);
});
