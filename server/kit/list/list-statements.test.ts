import { afterAll, expect, it } from "vitest";
import { connect, planned } from "@/db/client";
import { useDatabase } from "@/db/testing/database";
import { loadPers } from "@/server/devices/pers/pers-row.service";
import { systemCtx } from "@/server/kit/call/context";

const { url } = useDatabase();
const { client, db, close } = connect(url, 2); // one connection for single statements
afterAll(() => close());

it("plans a read of one record once, not at each read", async () => {
  const ctx = { ...systemCtx("test"), db: planned(db) };
  for (let n = 0; n < 12; n++) await loadPers(ctx, [crypto.randomUUID()]);
  const [counted] = await client<{ generic: number; custom: number }[]>`
    select generic_plans::int as generic, custom_plans::int as custom
    from pg_prepared_statements where statement like 'select "backoffice"."pers"%'`;
  expect(counted).toEqual({ generic: 7, custom: 5 });
});
