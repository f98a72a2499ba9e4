import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import * as schema from "@/db/schema";
import { useDatabase } from "@/db/testing/database";
import { staffCtx } from "@/server/kit/testing";
import { AnyRows, randomOf } from "@/server/testing/any-row";
import { insertRows } from "./record-insert";

const { db } = useDatabase();
describe("rows that are inserted as JSON", () => {
  it("are stored as those that are inserted by parameters, whatever the types of their columns", async () => {
    const rows = new AnyRows(db(), randomOf(1));
    const tables = [
      schema.labels,
      schema.companies,
      schema.companyRoles,
      schema.pers,
      schema.notificationDevices,
      schema.webhooks,
    ];
    for (const table of tables) {
      const row = await rows.insert(table);
      await db()
        .delete(table)
        .where(eq(table.id, String(row.id)));
      expect(await insertRows(staffCtx(db()), table, [row])).toEqual([row]);
    }
  });

  it("get what their columns hold where nothing is given, and come back in their order", async () => {
    const device = { email: "a@persdesk.test", keyPlatformTech: "fcm", os: 1 };
    const given = ["c", "a", "b"].map((token) => ({ ...device, token, mobileDeviceId: token, appVersion: undefined }));
    const made = await insertRows(staffCtx(db()), schema.notificationDevices, given);
    expect(made.map(({ token }) => token)).toEqual(["c", "a", "b"]);
    for (const row of made) expect(row).toMatchObject({ version: 1, appVersion: null, tokenAt: expect.any(String) });
    expect(new Set(made.map(({ id }) => id)).size).toBe(3);
  });
});
