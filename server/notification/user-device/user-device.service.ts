import { and, asc, desc, eq, ne, or, sql } from "drizzle-orm";
import type { z } from "zod";
import { notificationDevices as table, notificationPlatformTechs as techs } from "@/db/schema";
import { type Ctx, inTransaction, isOfCompanies, type KnownCtx, lockName, mayDo } from "@/server/kit/call/context";
import { AppError, notFound } from "@/server/kit/call/errors";
import { unknownReference } from "@/server/kit/call/exists";
import { oneOf } from "@/server/kit/list/list-filters";
import { audit, auditMany, diff } from "@/server/kit/record/audit";
import { arrayOf } from "@/server/kit/value/array.rules";
import { isStorable } from "@/server/kit/value/text.rules";
import { isThere } from "@/server/notification/platform/platform-tech.service";
import { recipientPort } from "@/server/notification/recipient/recipient-port.service";
import type { CurrentDevice, RenewDevice, StoreDevice } from "./user-device.schema";

type Stored = typeof table.$inferSelect;

/** A device of somebody who signed out. */
export interface LeftDevice {
  email: string;
  /** null where they did not say which app */
  keyPlatformTech: string | null;
  mobileDeviceId: string;
}

/** A device without its token, except for keys that may read tokens; no person sees one. */
function shown(ctx: KnownCtx, { token, ...device }: Stored) {
  const isGiven = ctx.actor.kind === "key" && mayDo(ctx.actor, "device.token");
  return isGiven ? { ...device, token } : device;
}

/** Everybody else loses this token; a second caller with it waits. */
async function takeToken(ctx: Ctx, device: z.output<typeof RenewDevice> & { email: string }) {
  const { email, keyPlatformTech, mobileDeviceId, token } = device;
  await lockName(ctx, `device token ${token}`);
  const other = or(
    ne(table.email, email),
    ne(table.keyPlatformTech, keyPlatformTech),
    ne(table.mobileDeviceId, mobileDeviceId),
  );
  await ctx.db.delete(table).where(and(eq(table.token, token), other));
}

/** An app on a device; its version is null where the device did not say it. */
export interface AppOfDevice {
  keyPlatformTech: string;
  appVersion: string | null;
}

const mostPeople = 1000;

/** @throws AppError 422 for an unknown app or language */
async function assertKnown(ctx: Ctx, { keyPlatformTech, languageId }: z.output<typeof StoreDevice>) {
  const isApp = and(eq(techs.key, keyPlatformTech), isThere(techs));
  if ((await ctx.db.$count(techs, isApp)) === 0) throw unknownReference("keyPlatformTech", "platform tech");
  if (languageId && !(await recipientPort.languages(ctx)).some(({ id }) => id === languageId))
    throw unknownReference("languageId", "language");
}

/** Devices that take pushes (decisions 7). The backoffice context reaches them through these functions only. */
export const userDeviceService = {
  /**
   * Stores a device by e-mail, app and device id; a token that another device had moves here.
   * @throws AppError 422 for an unknown app or language: the token stays where it is
   */
  store: (ctx: KnownCtx, values: z.output<typeof StoreDevice>) =>
    inTransaction(ctx, async (ctx) => {
      await assertKnown(ctx, values);
      await takeToken(ctx, values);
      const { mobileDeviceId } = values;
      const bySession = ctx.actor.kind === "user";
      const [row] = await ctx.db
        .insert(table)
        .values({ ...values, bySession })
        .onConflictDoUpdate({
          target: [table.email, table.keyPlatformTech, table.mobileDeviceId],
          set: {
            ...values,
            bySession,
            tokenAt: sql`case when ${table.token} = excluded.token then ${table.tokenAt} else excluded.token_at end`,
            updatedAt: sql`excluded.updated_at`,
            version: sql`${table.version} + 1`,
          },
        })
        .returning();
      if (!row) throw new Error("insert into devices returned nothing");
      const { token, ...known } = row;
      const entry = { objectType: "device", objectId: row.id, objectLabel: mobileDeviceId, action: "store" };
      await audit(ctx, { ...entry, changes: diff({}, known) });
    }),

  /**
   * A device that the person has gets another token, as when a browser renews its subscription; nothing is pushed to the
   * old one any more.
   * @throws AppError 404 where they do not have it, or not any more
   */
  renew: (ctx: KnownCtx, { token, ...device }: z.output<typeof RenewDevice> & { email: string }) =>
    inTransaction(ctx, async (ctx) => {
      await takeToken(ctx, { ...device, token });
      const { email, keyPlatformTech, mobileDeviceId } = device;
      const own = [eq(table.email, email), eq(table.keyPlatformTech, keyPlatformTech)];
      const now = new Date().toISOString();
      const [row] = await ctx.db
        .update(table)
        .set({ token, tokenAt: now, updatedAt: now, version: sql`${table.version} + 1` })
        .where(and(...own, eq(table.mobileDeviceId, mobileDeviceId)))
        .returning();
      if (!row) throw notFound();
      const entry = { objectType: "device", objectId: row.id, objectLabel: mobileDeviceId, action: "renew" };
      await audit(ctx, { ...entry, changes: diff({}, { tokenAt: row.tokenAt }) });
    }),

  /** Nothing is pushed to this device of a person any more; one that is not there is gone already. */
  remove: (ctx: KnownCtx, { email, keyPlatformTech, mobileDeviceId }: z.output<typeof CurrentDevice>) =>
    inTransaction(ctx, async (ctx) => {
      const own = [eq(table.email, email), eq(table.keyPlatformTech, keyPlatformTech)];
      const [row] = await ctx.db
        .delete(table)
        .where(and(...own, eq(table.mobileDeviceId, mobileDeviceId)))
        .returning();
      if (!row) return;
      const { token, ...known } = row;
      const entry = { objectType: "device", objectId: row.id, objectLabel: mobileDeviceId, action: "remove" };
      await audit(ctx, { ...entry, changes: diff(known, {}) });
    }),

  /**
   * As `remove`, asked for by REST: by the person, by staff or keys with the right, and not under switch-to.
   * @throws AppError `forbidden` for everybody else
   */
  async removeOwn(ctx: KnownCtx, device: z.output<typeof CurrentDevice>) {
    const { actor } = ctx;
    const isTheirs = actor.kind === "user" && !actor.actingId && actor.email.toLowerCase() === device.email;
    if (!isTheirs && (isOfCompanies(actor) || !mayDo(actor, "device.write")))
      throw new AppError("forbidden", "This is the device of somebody else.");
    await userDeviceService.remove(ctx, device);
  },

  /**
   * Nothing is pushed any more to these devices of people who signed out there, by the app where one is named. What a key
   * registered stays.
   */
  async leave(ctx: Ctx, devices: LeftDevice[]) {
    if (devices.length === 0) return;
    const left = sql`jsonb_to_recordset(${JSON.stringify(devices)}::jsonb)
      as l(email text, "keyPlatformTech" text, "mobileDeviceId" text)`;
    const rows = await ctx.db
      .delete(table)
      .where(
        and(
          table.bySession,
          sql`exists (select from ${left} where l.email = ${table.email} and l."mobileDeviceId" = ${table.mobileDeviceId}
            and (l."keyPlatformTech" is null or l."keyPlatformTech" = ${table.keyPlatformTech}))`,
        ),
      )
      .returning();
    const entries = rows.map(({ token: _, ...known }) => ({
      objectType: "device",
      objectId: known.id,
      objectLabel: known.mobileDeviceId,
      action: "sign-out",
      changes: diff(known, {}),
    }));
    await auditMany(ctx, entries);
  },

  /** From now on this address is somebody else's: nothing is pushed to the devices it was known by. */
  forget: (ctx: Ctx, email: string) => ctx.db.delete(table).where(eq(table.email, email)),

  /** The device of this person with this id, in the app where one is named; null where there is none. */
  async find(ctx: KnownCtx, email: string, mobileDeviceId: string, keyPlatformTech?: string) {
    const inApp = keyPlatformTech ? eq(table.keyPlatformTech, keyPlatformTech) : undefined;
    const [row] = await ctx.db
      .select()
      .from(table)
      .where(and(eq(table.email, email), eq(table.mobileDeviceId, mobileDeviceId), inApp))
      .limit(1);
    return row ?? null;
  },

  /** The devices of these people, each with all of them; without addresses those of the 1,000 people whose device is newest. */
  async listOf(ctx: KnownCtx, emails?: string[]) {
    const wanted = emails?.map((email) => email.trim().toLowerCase()).filter(isStorable);
    const newest = await ctx.db
      .select({ email: table.email })
      .from(table)
      .where(wanted && oneOf(table.email, wanted, "text"))
      .groupBy(table.email)
      .orderBy(desc(sql`max(${table.createdAt})`), asc(table.email))
      .limit(mostPeople);
    const people = newest.map(({ email }) => email);
    const rows = await ctx.db
      .select()
      .from(table)
      .where(oneOf(table.email, people, "text"))
      .orderBy(desc(table.createdAt), table.id);
    return {
      items: people.map((email) => ({
        email,
        devices: rows.filter((row) => row.email === email).map((row) => shown(ctx, row)),
      })),
    };
  },

  /** The apps with their versions that devices run, each once; a version is null where it is not known. */
  versions: (ctx: Ctx): Promise<AppOfDevice[]> =>
    ctx.db.selectDistinct({ keyPlatformTech: table.keyPlatformTech, appVersion: table.appVersion }).from(table),

  /** The addresses of the people who have one of these apps in one of these versions on a device. */
  async emailsWith(ctx: Ctx, apps: AppOfDevice[]): Promise<string[]> {
    const [keys, versions] = [apps.map((app) => app.keyPlatformTech), apps.map((app) => app.appVersion ?? "")];
    const wanted = sql`select * from unnest(${arrayOf(keys)}::text[], ${arrayOf(versions)}::text[])`;
    const rows = await ctx.db
      .selectDistinct({ email: table.email })
      .from(table)
      .where(sql`(${table.keyPlatformTech}, coalesce(${table.appVersion}, '')) in (${wanted})`);
    return rows.map(({ email }) => email);
  },

  /** The device of a person in an app, or null. */
  async current(ctx: KnownCtx, { email, keyPlatformTech, mobileDeviceId }: z.output<typeof CurrentDevice>) {
    const device = await userDeviceService.find(ctx, email, mobileDeviceId, keyPlatformTech);
    return device && { ...shown(ctx, device), email };
  },
};
