import { sql } from "drizzle-orm";
import { uuidv7 } from "uuidv7";
import { beforeAll, beforeEach } from "vitest";
import type { Database } from "@/db/client";
import { pers } from "@/db/schema";
import { seedBase } from "@/seed/base";
import { deviceFactory } from "@/server/devices/pers/testing";
import { makeUser } from "@/server/identity/testing";
import { staffCtx } from "@/server/kit/testing";
import type { Permission } from "@/server/permissions";
import { appRouter } from "@/server/root";

export const toMaintenance = { resource: "pers", set: { status: "maintenance" } };

/** Two of staff, the first of whom may change devices, and no device before each test. */
export function useBulkDevices(db: () => Database) {
  const make = deviceFactory(db);
  const people = { me: "", other: "" };
  let modelPERSId: string;

  beforeAll(async () => {
    await seedBase(db());
    people.me = (await makeUser(db(), { permissions: ["pers.read", "pers.write"] })).id;
    people.other = (await makeUser(db(), { permissions: ["pers.read"] })).id;
    modelPERSId = await make.model();
  });

  beforeEach(async () => {
    await db().delete(pers);
  });

  const ctxOf = (id: string, permissions?: Permission[]) => {
    const ctx = staffCtx(db(), permissions);
    if (ctx.actor.kind === "user") ctx.actor.id = id;
    return ctx;
  };
  const callAs = (id: string, permissions?: Permission[]) => appRouter.createCaller(ctxOf(id, permissions));
  return {
    people,
    make,
    ctxOf,
    callAs,
    call: () => callAs(people.me).bulkChanges,

    /** Makes devices; their ids. */
    async devices(count: number, status: "stock" | "active" = "stock") {
      const rows = Array.from({ length: count }, () => {
        const id = uuidv7();
        return { id, nuSerialPersNumber: `BULK-${id}`, modelPERSId, status };
      });
      await db().insert(pers).values(rows);
      return rows.map(({ id }) => id);
    },

    /** How many devices have each status. */
    async statuses() {
      const rows = await db()
        .select({ status: pers.status, n: sql<number>`count(*)::int` })
        .from(pers)
        .groupBy(pers.status);
      return Object.fromEntries(rows.map(({ status, n }) => [status, n]));
    },
  };
}
