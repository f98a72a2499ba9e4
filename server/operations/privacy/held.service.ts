import { desc, eq, or, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import {
  auditLog,
  companies,
  companyPartnerReferents,
  mailLog,
  platformContactLogs,
  roles,
  sessions,
  sheetActivities,
  userCompanies,
  userOptins,
  userRoles,
  vehicles,
} from "@/db/schema";
import { audit } from "@/server/kit/audit";
import type { Ctx, KnownCtx } from "@/server/kit/context";
import { oneOf } from "@/server/kit/list-filters";
import { notificationsOf } from "@/server/notification/person/notification-person.service";
import { masked } from "@/server/operations/mail/mail-template.rules";
import { heldPage } from "./held-page.rules";
import type { Held } from "./privacy.schema";
import { inTrail, type Subject, subjectOf } from "./subject.service";

const mostRows = 500;

/** What no download holds: secrets, and what only the machine needs. */
const hidden = /Hash$|Sealed$|^secrets$|^version$|^html$|Id$|^id$/;
const textOf = (value: unknown) => (typeof value === "object" ? JSON.stringify(value) : String(value));
const rowOf = (row: object): Record<string, string> =>
  Object.fromEntries(
    Object.entries(row).flatMap(([key, value]) =>
      hidden.test(key) || value === null || value === undefined ? [] : [[key, textOf(value)]],
    ),
  );
const part = (key: string, title: string, rows: object[], count = rows.length) => ({
  key,
  title,
  count,
  rows: rows.map(rowOf),
});

/** What hangs on the account. */
async function accountParts(ctx: Ctx, { user }: Subject) {
  if (!user) return [];
  const { id } = user;
  const memberships = await ctx.db
    .select({
      company: companies.name,
      status: userCompanies.status,
      isAdmin: userCompanies.isAdmin,
      invitationDate: userCompanies.invitationDate,
      entryDate: userCompanies.entryDate,
    })
    .from(userCompanies)
    .innerJoin(companies, eq(companies.id, userCompanies.companyId))
    .where(eq(userCompanies.userId, id));
  const held = await ctx.db
    .select({ role: roles.name, since: userRoles.createdAt })
    .from(userRoles)
    .innerJoin(roles, eq(roles.id, userRoles.roleId))
    .where(eq(userRoles.userId, id));
  const { vehicleSerialNumber, vehicleRegistrationNumber, nameVehicle, persDistance } = vehicles;
  const ridden = await ctx.db
    .select({ vehicleSerialNumber, vehicleRegistrationNumber, nameVehicle, persDistance })
    .from(vehicles)
    .where(eq(vehicles.riderId, id))
    .limit(mostRows);
  const mySessions = await ctx.db
    .select()
    .from(sessions)
    .where(or(eq(sessions.userId, id), eq(sessions.actUserId, id)))
    .orderBy(desc(sessions.createdAt))
    .limit(mostRows);
  const notes = sheetActivities;
  const about = await ctx.db.select().from(notes).where(eq(notes.objectId, id)).limit(mostRows);
  const written = await ctx.db.select().from(notes).where(eq(notes.authorId, id)).limit(mostRows);
  return [
    part("profile", "Profile", [user]),
    part("memberships", "Memberships", memberships),
    part("roles", "Roles", held),
    part("preferences", "Preferences", await ctx.db.select().from(userOptins).where(eq(userOptins.userId, id))),
    part("sessions", "Sessions", mySessions),
    part("vehicles", "Vehicles", ridden),
    part("notesAbout", "Notes about them", about),
    part("notesBy", "Notes that they wrote", written),
  ];
}

async function addressParts(ctx: Ctx, subject: Subject) {
  const { emails } = subject.identity;
  const mine = (column: Parameters<typeof oneOf>[0]) => oneOf(sql`lower(${column})`, emails, "text");
  const counted = (table: PgTable, where: Parameters<Ctx["db"]["$count"]>[1]) => ctx.db.$count(table, where);
  const sent = await notificationsOf(ctx, emails);
  const isTheirs = mine(mailLog.recipient);
  const { subject: title, body, status, sentAt, createdAt } = mailLog;
  const mails = await ctx.db
    .select({ subject: title, body, status, sentAt, createdAt })
    .from(mailLog)
    .where(isTheirs)
    .orderBy(desc(createdAt))
    .limit(mostRows);
  const contacts = mine(platformContactLogs.email);
  const logs = await ctx.db.select().from(platformContactLogs).where(contacts).limit(mostRows);
  const referents = await ctx.db
    .select()
    .from(companyPartnerReferents)
    .where(mine(companyPartnerReferents.email))
    .limit(mostRows);
  const shown = mails.map((mail) => ({ ...mail, subject: masked(mail.subject), body: masked(mail.body) }));
  return [
    part("referents", "Partner referents", referents),
    part("devices", "Devices that take pushes", sent.pushDevices),
    part("notifications", "Notifications", sent.notifications, sent.notificationsCount),
    part("optOuts", "Opt-outs", sent.optOuts),
    part("mails", "E-mails", shown, await counted(mailLog, isTheirs)),
    part("contactLogs", "Contact logs", logs, await counted(platformContactLogs, contacts)),
  ];
}

async function trailParts(ctx: Ctx, subject: Subject) {
  const { at, actorLabel, action, objectType, objectLabel, changes, ip } = auditLog;
  const rows = async (where: ReturnType<typeof inTrail.about>) =>
    ctx.db
      .select({ at, actorLabel, action, objectType, objectLabel, changes, ip })
      .from(auditLog)
      .where(where)
      .orderBy(desc(at))
      .limit(mostRows);
  const [about, by] = [inTrail.about(subject), inTrail.by(subject) ?? sql`false`];
  return [
    part("auditAbout", "Audit trail about them", await rows(about), await ctx.db.$count(auditLog, about)),
    part("auditBy", "Audit trail of what they did", await rows(by), await ctx.db.$count(auditLog, by)),
  ];
}

/** Everything that is held of the person with this address, whether or not they have an account; secrets are left out. */
export async function heldOf(ctx: KnownCtx, email: string): Promise<Held> {
  const subject = await subjectOf(ctx, email);
  const { firstName, lastName } = subject.identity;
  const all = [
    ...(await accountParts(ctx, subject)),
    ...(await addressParts(ctx, subject)),
    ...(await trailParts(ctx, subject)),
  ];
  const name = [firstName, lastName].filter(Boolean).join(" ") || null;
  return { email, name, at: new Date().toISOString(), parts: all.filter(({ count }) => count > 0) };
}

/** The same as a file, for the person themselves; that it was made stands in the trail. */
export async function downloadHeld(ctx: KnownCtx, email: string, format: "json" | "html") {
  const held = await heldOf(ctx, email);
  const { user } = await subjectOf(ctx, email);
  const objectId = user?.id ?? crypto.randomUUID();
  await audit(ctx, { objectType: "privacy", objectId, objectLabel: null, action: "download", changes: {} });
  const text = format === "json" ? JSON.stringify(held, null, 2) : heldPage(held);
  return {
    fileName: `personal-data.${format}`,
    mimeType: format === "json" ? "application/json" : "text/html; charset=utf-8",
    file: Buffer.from(text).toString("base64"),
  };
}
