import { eq, lt, sql } from "drizzle-orm";
import { notificationPlatformTechs, notificationPortals } from "@/db/schema";
import { env } from "@/env/env";
import { inTransaction, type KnownCtx, lockName } from "@/server/kit/call/context";
import { AppError, broken } from "@/server/kit/call/errors";
import { auditMany, diff, type Entry } from "@/server/kit/record/audit";
import { isThere } from "./platform-tech.service";

/** Syncs come one after the other. */
export const lockSync = (ctx: KnownCtx) => lockName(ctx, "notification sync");

/** @throws AppError 422 where the backoffice beside us is the master (decisions 1) */
export function assertFromOutside() {
  if (env.NOTIFICATION_MASTER !== "external")
    throw new AppError("rule_broken", "The lists come from the backoffice that runs beside this service.");
}

interface Item {
  id: string;
  key: string;
  label: string;
}
interface Copied extends Item {
  missingSince: string | null;
}
/** A table of copies: what is in it, and how it is written. */
interface Copies<T extends Item> {
  objectType: string;
  stored: (T & Copied)[];
  add: (row: T) => Promise<unknown>;
  hide: (id: string, missingSince: string) => Promise<unknown>;
  /** writes all of it, and shows it */
  set: (row: T) => Promise<unknown>;
}

/** 422 for a list in which an id or a key stands twice. */
function assertOnce(items: Item[]) {
  for (const field of ["id", "key"] as const) {
    const seen = new Set<string>();
    for (const [index, item] of items.entries()) {
      if (seen.has(item[field])) throw broken(`items.${index}.${field}`, "It is in the list twice.");
      seen.add(item[field]);
    }
  }
}

/**
 * Makes the copies equal to the list: changes and adds what is in it, hides what is missing, and shows again what had
 * been hidden. One audit row a changed copy.
 */
async function copy<T extends Item>(ctx: KnownCtx, of: Copies<T>, items: T[], missingSince: string) {
  const before = new Map(of.stored.map((row) => [row.id, row]));
  const entries: Entry[] = [];
  const entry = (row: Item, action: string, from: object, to: object) => {
    const changes = diff(from, to);
    if (Object.keys(changes).length === 0) return false;
    entries.push({ objectType: of.objectType, objectId: row.id, objectLabel: row.label, action, changes });
    return true;
  };
  const wanted = new Set(items.map(({ id }) => id));
  // What goes is hidden first, and what changes its key gives it up first, so that another may take it.
  for (const row of of.stored)
    if (!row.missingSince && !wanted.has(row.id) && entry(row, "remove", row, { ...row, missingSince }))
      await of.hide(row.id, missingSince);
  for (const item of items) {
    const old = before.get(item.id);
    if (old && old.key !== item.key) await of.hide(item.id, missingSince);
  }
  for (const item of items) {
    const old = before.get(item.id);
    const shown = { ...item, missingSince: null };
    if (!old) {
      await of.add(item);
      entry(item, "create", {}, shown);
    } else if (old.key !== item.key || old.missingSince || Object.keys(diff(old, { ...old, ...shown })).length) {
      entry(item, old.missingSince ? "restore" : "update", old, { ...old, ...shown });
      await of.set(item);
    }
  }
  await auditMany(ctx, entries);
}

type PortalItem = Pick<
  typeof notificationPortals.$inferSelect,
  "id" | "key" | "label" | "isCustomerPortal" | "groupRolePortalAccessCode"
>;
type PlatformTechItem = Pick<
  typeof notificationPlatformTechs.$inferSelect,
  "id" | "key" | "label" | "isMobileApp" | "isWebApp" | "portalId" | "typeNotificationList"
> & { os?: string | null };

/** What a copy holds: stamps of the sender are not among it. */
const portalOf = ({ id, key, label, isCustomerPortal, groupRolePortalAccessCode }: PortalItem): PortalItem => ({
  id,
  key,
  label,
  isCustomerPortal,
  groupRolePortalAccessCode,
});
const techOf = (item: PlatformTechItem): PlatformTechItem => ({
  id: item.id,
  key: item.key,
  label: item.label,
  os: item.os ?? null,
  isMobileApp: item.isMobileApp,
  isWebApp: item.isWebApp,
  portalId: item.portalId,
  typeNotificationList: item.typeNotificationList,
});

const portalCopies = async (ctx: KnownCtx): Promise<Copies<PortalItem>> => ({
  objectType: "notification-portal",
  stored: await ctx.db.select().from(notificationPortals),
  add: (row) => ctx.db.insert(notificationPortals).values(row),
  hide: (id, missingSince) =>
    ctx.db
      .update(notificationPortals)
      .set({ missingSince, version: sql`${notificationPortals.version} + 1` })
      .where(eq(notificationPortals.id, id)),
  set: ({ id, ...values }) =>
    ctx.db
      .update(notificationPortals)
      .set({ ...values, missingSince: null, version: sql`${notificationPortals.version} + 1` })
      .where(eq(notificationPortals.id, id)),
});
const techCopies = async (ctx: KnownCtx): Promise<Copies<PlatformTechItem>> => ({
  objectType: "notification-platform-tech",
  stored: await ctx.db.select().from(notificationPlatformTechs),
  add: (row) => ctx.db.insert(notificationPlatformTechs).values(row),
  hide: (id, missingSince) =>
    ctx.db
      .update(notificationPlatformTechs)
      .set({ missingSince, version: sql`${notificationPlatformTechs.version} + 1` })
      .where(eq(notificationPlatformTechs.id, id)),
  set: ({ id, ...values }) =>
    ctx.db
      .update(notificationPlatformTechs)
      .set({ ...values, missingSince: null, version: sql`${notificationPlatformTechs.version} + 1` })
      .where(eq(notificationPlatformTechs.id, id)),
});

const now = () => new Date().toISOString();

/**
 * Replaces the list of portals. Platform techs of a portal that goes are hidden with it; whatever is sent again under
 * the same id within 30 days comes back with its pages and links.
 * @throws AppError 422 for an id or a key that stands twice
 */
export const syncPortals = (ctx: KnownCtx, items: PortalItem[]) =>
  inTransaction(ctx, async (ctx) => {
    await lockSync(ctx);
    assertOnce(items);
    const at = now();
    const portals = await portalCopies(ctx);
    await copy(ctx, portals, items.map(portalOf), at);
    const sent = new Set(items.map(({ id }) => id));
    const hiddenAt = new Map(portals.stored.map(({ id, missingSince }) => [id, missingSince]));
    // A platform tech goes at the same instant as its portal, and comes back with that one.
    const techs = await techCopies(ctx);
    const kept = techs.stored.filter(
      ({ portalId, missingSince }) =>
        sent.has(portalId) && (missingSince === null || missingSince === hiddenAt.get(portalId)),
    );
    await copy(ctx, techs, kept.map(techOf), at);
  });

/**
 * Replaces the list of platform techs.
 * @throws AppError 422 for an id or a key that stands twice, and for a portal that is not there
 */
export const syncPlatformTechs = (ctx: KnownCtx, items: PlatformTechItem[]) =>
  inTransaction(ctx, async (ctx) => {
    await lockSync(ctx);
    assertOnce(items);
    const portals = await ctx.db
      .select({ id: notificationPortals.id })
      .from(notificationPortals)
      .where(isThere(notificationPortals));
    const known = new Set(portals.map(({ id }) => id));
    for (const [index, { portalId }] of items.entries())
      if (!known.has(portalId)) throw broken(`items.${index}.portalId`, "There is no such portal.");
    await copy(ctx, await techCopies(ctx), items.map(techOf), now());
  });

/** Forgets portals and platform techs that have been missing for 30 days, with their pages and links. */
export const forgetMissing = (ctx: KnownCtx) =>
  inTransaction(ctx, async (ctx) => {
    await lockSync(ctx);
    const before = new Date(Date.now() - 30 * 86_400_000).toISOString();
    const techs = await ctx.db
      .delete(notificationPlatformTechs)
      .where(lt(notificationPlatformTechs.missingSince, before))
      .returning();
    const portals = await ctx.db
      .delete(notificationPortals)
      .where(lt(notificationPortals.missingSince, before))
      .returning();
    const entryOf = (objectType: string) => (row: Item) => ({
      objectType,
      objectId: row.id,
      objectLabel: row.label,
      action: "forget",
    });
    const entries = [
      ...techs.map(entryOf("notification-platform-tech")),
      ...portals.map(entryOf("notification-portal")),
    ];
    await auditMany(ctx, entries);
    return entries.length;
  });
