import { notInArray, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import {
  groups,
  modules,
  notificationPlatformTechs,
  notificationPortals,
  permissions,
  platformTechs,
  portals,
  roleAllowManage,
  roles,
} from "@/db/schema";
import { fixedId } from "@/server/kit/record/fixed-id";
import { groupCodes, moduleCodes } from "@/server/permission-modules.rules";
import { type Permission, permissionCatalogue, permissionCodes } from "@/server/permissions";

const portalRows = [
  { key: "backoffice", label: "Backoffice", isCustomerPortal: false, groupRolePortalAccessCode: "BACKOFFICE" },
  { key: "pro-center", label: "Pro Center", isCustomerPortal: true, groupRolePortalAccessCode: "PRO_CENTER" },
  { key: "rider", label: "Rider app", isCustomerPortal: true, groupRolePortalAccessCode: "RIDER" },
];

const platformTechRows = [
  {
    key: "BACKOFFICE_WEB",
    label: "Backoffice",
    portal: "backoffice",
    os: "Web" as const,
    isMobileApp: false,
    isWebApp: true,
    typeNotificationList: [1, 2, 3] as (1 | 2 | 3)[],
  },
  {
    key: "PORTAL_WEB",
    label: "Company portal",
    portal: "pro-center",
    os: "Web" as const,
    isMobileApp: false,
    isWebApp: true,
    typeNotificationList: [1, 2, 3] as (1 | 2 | 3)[],
  },
  {
    key: "RIDER_APP",
    label: "Rider app",
    portal: "rider",
    os: null,
    isMobileApp: true,
    isWebApp: false,
    typeNotificationList: [1, 2, 3] as (1 | 2 | 3)[],
  },
];

/** The roles of the product: always there, always with these rights. */
export const systemRoles: { code: string; name: string; holds: (code: Permission) => boolean }[] = [
  { code: "ADMIN", name: "Administrator", holds: () => true },
  {
    code: "SUPPORT",
    name: "Support",
    holds: (code) => code.endsWith(".read") && permissionCatalogue[code].group === "BACKOFFICE",
  },
  { code: "CONTENT", name: "Content", holds: (code) => permissionCatalogue[code].module === "content" },
];

async function seedCatalogue(db: Database) {
  const label = { label: sql`excluded.label` };
  const relabel = (column: typeof modules.label | typeof groups.label) => ({
    set: label,
    setWhere: sql`${column} <> excluded.label`,
  });
  const labelled = (kind: string, labels: Record<string, string>) =>
    Object.entries(labels).map(([code, label]) => ({ id: fixedId(kind, code), code, label }));
  await db
    .insert(modules)
    .values(labelled("module", moduleCodes))
    .onConflictDoUpdate({ target: modules.code, ...relabel(modules.label) });
  await db
    .insert(groups)
    .values(labelled("group", groupCodes))
    .onConflictDoUpdate({ target: groups.code, ...relabel(groups.label) });
  await db
    .insert(portals)
    .values(portalRows.map((row) => ({ ...row, id: fixedId("portal", row.key) })))
    .onConflictDoNothing({ target: portals.key });
  const portalIds = new Map((await db.select().from(portals)).map((row) => [row.key, row.id]));
  await db
    .insert(platformTechs)
    .values(
      platformTechRows.flatMap(({ portal, ...row }) => {
        const portalId = portalIds.get(portal);
        return portalId ? { ...row, id: fixedId("platform-tech", row.key), portalId } : [];
      }),
    )
    .onConflictDoNothing({ target: platformTechs.key });
  await seedCopies(db);
  const moduleIds = new Map((await db.select().from(modules)).map((row) => [row.code, row.id]));
  const rows = permissionCodes.map((code) => {
    const { label, module, group: groupCode } = permissionCatalogue[code];
    return { id: fixedId("permission", code), code, label, groupCode, moduleId: moduleIds.get(module) ?? "" };
  });
  await db
    .insert(permissions)
    .values(rows)
    .onConflictDoUpdate({
      target: permissions.code,
      set: { ...label, groupCode: sql`excluded.group_code`, moduleId: sql`excluded.module_id` },
      setWhere: sql`(${permissions.label}, ${permissions.groupCode}, ${permissions.moduleId})
        <> (excluded.label, excluded.group_code, excluded.module_id)`,
    });
  await db.delete(permissions).where(notInArray(permissions.code, permissionCodes));
}

/** The notification service begins with the same lists; afterwards it gets them by its sync. */
async function seedCopies(db: Database) {
  if ((await db.$count(notificationPortals)) > 0) return;
  const ours = await db.select().from(portals);
  if (ours.length) await db.insert(notificationPortals).values(ours).onConflictDoNothing();
  const techs = await db.select().from(platformTechs);
  if (techs.length) await db.insert(notificationPlatformTechs).values(techs).onConflictDoNothing();
}

async function seedRoles(db: Database) {
  const [portal] = await db.select({ id: portals.id }).from(portals).where(sql`${portals.key} = 'backoffice'`);
  const rows = systemRoles.map(({ code, name, holds }) => ({
    id: fixedId("role", code),
    code,
    name,
    groupCode: "BACKOFFICE",
    portalId: portal?.id ?? "",
    isSystem: true,
    permissions: permissionCodes.filter(holds).sort(),
  }));
  await db
    .insert(roles)
    .values(rows)
    .onConflictDoUpdate({
      target: roles.code,
      set: {
        isSystem: true,
        permissions: sql`excluded.permissions`,
        updatedAt: sql`excluded.updated_at`,
        version: sql`${roles.version} + 1`,
      },
      setWhere: sql`${roles.permissions} <> excluded.permissions`,
    });
  const pairs = systemRoles.map(({ code }) => ({
    id: fixedId("role-allow-manage", code),
    roleManagerId: sql`(select id from ${roles} where code = 'ADMIN')`,
    roleId: sql`(select id from ${roles} where code = ${code})`,
    allowed: true,
  }));
  await db.insert(roleAllowManage).values(pairs).onConflictDoNothing();
  // Permissions that are no longer in the catalogue are taken from all roles.
  const kept = sql`array(select p.code from unnest(${roles.permissions}) with ordinality as held(code, n)
    join ${permissions} p on p.code = held.code order by held.n)`;
  await db.update(roles).set({ permissions: kept }).where(sql`${roles.permissions} <> ${kept}`);
}

/** Modules, groups, portals, the permission catalogue and the system roles; run again, it only brings them up to date. */
export async function seedIdentityBase(db: Database) {
  await seedCatalogue(db);
  await seedRoles(db);
}
