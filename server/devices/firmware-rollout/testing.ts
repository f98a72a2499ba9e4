import { crc32 } from "node:zlib";
import { and, eq, inArray, ne, sql } from "drizzle-orm";
import { uuidv7 } from "uuidv7";
import { expect } from "vitest";
import type { Database } from "@/db/client";
import {
  firmwareRolloutDevices as devices,
  firmwareCategories,
  firmwareCompatibilities,
  firmwareRollouts,
  firmwareSegments,
  firmwareVersions,
  firmwareRolloutHours as hours,
  modelPers,
  pers,
  persCurrentData,
} from "@/db/schema";
import { seedBase } from "@/seed/base";
import { makeUser } from "@/server/identity/testing";
import { staffCtx } from "@/server/kit/testing";
import { permissionCodes } from "@/server/permissions";
import { appRouter } from "@/server/root";
import { prepareRollout } from "./rollout-prepare.service";

/** Versions with images, devices that run one of them, and rollouts between them. */
export const rolloutFactory = (db: () => Database) => {
  let n = 0;
  const make = {
    /** A model with a category, and its versions, each active with an image of these bytes. */
    async fleet(names: string[], devices: number, bytes = Buffer.from("firmware image")) {
      const [model, categoryId] = [uuidv7(), uuidv7()];
      await db()
        .insert(modelPers)
        .values({ id: model, label: `Rolled model ${++n} ${model}` });
      await db()
        .insert(firmwareCategories)
        .values({ id: categoryId, label: `Rolled category ${model}` });
      const versions: string[] = [];
      for (const firmwareVersion of names) versions.push(await make.version(model, categoryId, firmwareVersion, bytes));
      const ids = Array.from({ length: devices }, () => uuidv7());
      if (devices > 0)
        await db()
          .insert(pers)
          .values(
            ids.map((id) => ({
              id,
              nuSerialPersNumber: `R-${id}`,
              modelPERSId: model,
              firmwareVersionId: versions[0],
              status: "active" as const,
            })),
          );
      await db().update(persCurrentData).set({ lastMessageAt: new Date().toISOString() });
      return { model, categoryId, versions, ids };
    },

    async version(model: string, categoryId: string, firmwareVersion: string, bytes: Buffer) {
      const id = uuidv7();
      await db().insert(firmwareVersions).values({
        id,
        categoryId,
        firmwareVersion,
        updateId: "MAIN",
        firmwareType: 1,
        uuid: uuidv7(),
        isActivated: true,
      });
      await db().insert(firmwareCompatibilities).values({ firmwareVersionId: id, modelPersId: model });
      await db()
        .insert(firmwareSegments)
        .values({
          firmwareVersionId: id,
          index: 0,
          startAddress: 0,
          length: bytes.length,
          crc32: crc32(bytes).toString(16).padStart(8, "0"),
          data: bytes.toString("base64"),
        });
      return id;
    },

    /** Prepares what was started, as a worker does. */
    prepared: (id: string) => prepareRollout(staffCtx(db()), id),

    row: async (id: string) => (await db().select().from(firmwareRollouts).where(eq(firmwareRollouts.id, id)))[0],
  };
  return make;
};

/** What is kept of these rollouts by hour, model and reason is what counting their devices says. */
export async function expectHoursKept(db: Database, rolloutIds: string[]) {
  if (rolloutIds.length === 0) return;
  const kept = await db
    .select({
      rolloutId: hours.rolloutId,
      hour: hours.hour,
      modelPersId: hours.modelPersId,
      status: hours.status,
      reason: hours.reason,
      devices: hours.devices,
    })
    .from(hours)
    .where(and(inArray(hours.rolloutId, rolloutIds), ne(hours.devices, 0)));
  const counted = new Map<string, number>();
  for (const { rolloutId, modelPersId, status, reason, endedAt } of await db
    .select()
    .from(devices)
    .where(and(inArray(devices.rolloutId, rolloutIds), inArray(devices.status, ["installed", "failed"])))) {
    const hour = new Date(Math.floor(Date.parse(endedAt ?? "") / 3_600_000) * 3_600_000).toISOString();
    const key = JSON.stringify({ rolloutId, hour, modelPersId, status, reason });
    counted.set(key, (counted.get(key) ?? 0) + 1);
  }
  const rows = [...counted].map(([key, devices]) => ({ ...JSON.parse(key), devices }));
  const sorted = (some: object[]) => some.map((one) => JSON.stringify(one)).sort();
  expect(sorted(kept)).toEqual(sorted(rows));
}

/** The serial number of a device of `fleet`. */
export const serialOf = (id: string) => `R-${id}`;

/** Gates that two devices are enough for. */
export const quickGates = { watchHours: 0, minEnded: 2, minFailed: 2, errorPercent: 50 };

/** Two people of staff, the gateway, and rollouts under way. */
export const rolloutStory = (db: () => Database) => {
  const make = rolloutFactory(db);
  const people = { me: "", second: "" };
  const callAs = (id: string) => {
    const ctx = staffCtx(db());
    if (ctx.actor.kind === "user") ctx.actor.id = id;
    return appRouter.createCaller(ctx);
  };
  const call = () => callAs(people.me);
  const at = () => new Date().toISOString();
  const offersFor = async (ids: string[]) =>
    (await call().firmwareDevices.offers({ persSerialNumbers: ids.map(serialOf) })).items;

  return {
    make,
    callAs,
    call,
    at,
    offersFor,
    me: () => people.me,
    second: () => people.second,

    async prepare() {
      await seedBase(db());
      const permissions = [...permissionCodes];
      people.me = (await makeUser(db(), { firstName: "Pia", permissions })).id;
      people.second = (await makeUser(db(), { firstName: "Sam", permissions })).id;
    },

    /** A rollout of the fleet's second version to all of its devices, as far as it comes by itself. */
    async running(count: number, more: object = {}, names = ["1.0.0", "2.0.0"]) {
      const fleet = await make.fleet(names, count);
      const [, firmwareVersionId = ""] = fleet.versions;
      const filters = { modelPERSId: fleet.model };
      const draft = { name: "Autumn", firmwareVersionId, filters, waves: [{}], gates: quickGates, ...more };
      const { id } = await call().firmwareRollouts.create(draft);
      const started = await call().firmwareRollouts.start({ id });
      expect(started.status).toBe("preparing");
      await make.prepared(id);
      return { ...fleet, id, rollout: await call().firmwareRollouts.get({ id }) };
    },

    offerIdsOf: async (ids: string[]) => (await offersFor(ids)).map(({ offer }) => offer?.offerId ?? "none"),

    report: (offerIds: string[], state: "downloading" | "installed" | "failed", errorCode?: string) =>
      call().firmwareDevices.report({ items: offerIds.map((offerId) => ({ offerId, state, errorCode, at: at() })) }),

    /** The figures of a rollout are those of its rows. */
    async expectCounted(id: string) {
      const { counts } = await call().firmwareRollouts.get({ id });
      const rows = await db()
        .select({ status: devices.status, count: sql<number>`count(*)::int` })
        .from(devices)
        .where(eq(devices.rolloutId, id))
        .groupBy(devices.status);
      expect(Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0))).toEqual(
        Object.fromEntries(rows.map(({ status, count }) => [status, count])),
      );
      await expectHoursKept(db(), [id]);
    },
  };
};
