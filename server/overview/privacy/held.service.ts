import { desc, eq, or, sql } from "drizzle-orm";
import {
  auditLog,
  companies,
  companyPartnerReferents,
  files,
  mailLog,
  platformContactLogs,
  roles,
  sessions,
  sheetActivities,
  signInEvents,
  userCompanies,
  userOptins,
  userRoles,
  users,
  vehicles,
} from "@/db/schema";
import { type Ctx, inTransaction, type KnownCtx, mayDo } from "@/server/kit/call/context";
import { AppError } from "@/server/kit/call/errors";
import { textFile } from "@/server/kit/export/export-file";
import { oneOf } from "@/server/kit/list/list-filters";
import { audit } from "@/server/kit/record/audit";
import { type HeldPart, heldPart } from "@/server/kit/record/held-part";
import { heldOfNotifications } from "@/server/notification/person/notification-person.service";
import { masked } from "@/server/platform/mail/mail-template.rules";
import { type HeldWriter, heldAsHtml, heldAsJson } from "./held-file.rules";
import type { Held } from "./privacy.schema";
import { sealedLogsOf } from "./sealed-log.service";
import { inTrail, ownedFiles, type Subject, subjectOf } from "./subject.service";

/** Rows of each part that a look-up shows at first, and that it gets with each further page. */
const shownRows = 20;
const rowsAPage = 100;
/** Rows that a download reads at once. */
const rowsAtOnce = 2000;

/** What no download holds: secrets, and what only the machine needs. */
const hidden = /Hash$|Sealed$|^secrets$|^version$|^html$|Id$|^id$/;
const textOf = (value: unknown) => (typeof value === "object" ? JSON.stringify(value) : String(value));
const rowOf = (row: object): Record<string, string> =>
  Object.fromEntries(
    Object.entries(row).flatMap(([key, value]) =>
      hidden.test(key) || value === null || value === undefined ? [] : [[key, textOf(value)]],
    ),
  );

/** What belongs to the account. */
function accountParts(ctx: Ctx, { user }: Subject): HeldPart[] {
  if (!user) return [];
  const { id } = user;
  const { db } = ctx;
  const { status, isAdmin, invitationDate, entryDate } = userCompanies;
  const membership = { company: companies.name, status, isAdmin, invitationDate, entryDate };
  const { vehicleSerialNumber, vehicleRegistrationNumber, nameVehicle, persDistance } = vehicles;
  const vehicle = { vehicleSerialNumber, vehicleRegistrationNumber, nameVehicle, persDistance };
  const { name, type, size, createdAt } = files;
  const notes = sheetActivities;
  return [
    heldPart(ctx, "profile", "Profile", () => db.select().from(users).where(eq(users.id, id))),
    heldPart(ctx, "memberships", "Memberships", () =>
      db
        .select(membership)
        .from(userCompanies)
        .innerJoin(companies, eq(companies.id, userCompanies.companyId))
        .where(eq(userCompanies.userId, id))
        .orderBy(desc(userCompanies.id)),
    ),
    heldPart(ctx, "roles", "Roles", () =>
      db
        .select({ role: roles.name, since: userRoles.createdAt })
        .from(userRoles)
        .innerJoin(roles, eq(roles.id, userRoles.roleId))
        .where(eq(userRoles.userId, id))
        .orderBy(desc(userRoles.createdAt), roles.id),
    ),
    heldPart(ctx, "preferences", "Preferences", () =>
      db.select().from(userOptins).where(eq(userOptins.userId, id)).orderBy(userOptins.id),
    ),
    heldPart(ctx, "sessions", "Sessions", () =>
      db
        .select()
        .from(sessions)
        .where(or(eq(sessions.userId, id), eq(sessions.actUserId, id)))
        .orderBy(desc(sessions.createdAt), sessions.id),
    ),
    heldPart(ctx, "signIns", "Refused sign-ins", () =>
      db
        .select()
        .from(signInEvents)
        .where(eq(signInEvents.userId, id))
        .orderBy(desc(signInEvents.lastAt), signInEvents.id),
    ),
    heldPart(ctx, "vehicles", "Vehicles", () =>
      db.select(vehicle).from(vehicles).where(eq(vehicles.riderId, id)).orderBy(desc(vehicles.id)),
    ),
    heldPart(ctx, "notesAbout", "Notes about them", () =>
      db.select().from(notes).where(eq(notes.objectId, id)).orderBy(desc(notes.createdAt), notes.id),
    ),
    heldPart(ctx, "notesBy", "Notes that they wrote", () =>
      db.select().from(notes).where(eq(notes.authorId, id)).orderBy(desc(notes.createdAt), notes.id),
    ),
    heldPart(ctx, "files", "Files that they sent", () =>
      db.select({ name, type, size, createdAt }).from(files).where(ownedFiles(id)).orderBy(desc(createdAt), files.id),
    ),
  ];
}

/** What is known by an address alone. */
function addressParts(ctx: KnownCtx, { identity: { emails } }: Subject): HeldPart[] {
  const { db } = ctx;
  const mine = (column: Parameters<typeof oneOf>[0]) => oneOf(sql`lower(${column})`, emails, "text");
  const { subject, body, status, sentAt, createdAt } = mailLog;
  const mails = heldPart(ctx, "mails", "E-mails", () =>
    db
      .select({ subject, body, status, sentAt, createdAt })
      .from(mailLog)
      .where(mine(mailLog.recipient))
      .orderBy(desc(createdAt), mailLog.id),
  );
  const withoutSecrets = (row: object) =>
    Object.fromEntries(
      Object.entries(row).map(([key, value]) => [key, typeof value === "string" ? masked(value) : value]),
    );
  const referents = companyPartnerReferents;
  const logs = platformContactLogs;
  const parts = [
    heldPart(ctx, "referents", "Partner referents", () =>
      db.select().from(referents).where(mine(referents.email)).orderBy(desc(referents.id)),
    ),
    ...heldOfNotifications(ctx, emails),
    { ...mails, rows: async (take: number, skip: number) => (await mails.rows(take, skip)).map(withoutSecrets) },
    heldPart(ctx, "contactLogs", "Contact logs", () =>
      db.select().from(logs).where(mine(logs.email)).orderBy(desc(logs.receivedAt), logs.id),
    ),
  ];
  return maySeeSealed(ctx) ? [...parts, sealedLogsOf(ctx, emails)] : parts;
}

const maySeeSealed = (ctx: KnownCtx) => mayDo(ctx.actor, "contact-log.reveal");

function trailParts(ctx: Ctx, subject: Subject): HeldPart[] {
  const { at, actorLabel, action, objectType, objectLabel, changes, ip } = auditLog;
  const rows = (where: ReturnType<typeof inTrail.by>) => () =>
    ctx.db
      .select({ at, actorLabel, action, objectType, objectLabel, changes, ip })
      .from(auditLog)
      .where(where)
      .orderBy(desc(at), desc(auditLog.id));
  return [
    heldPart(ctx, "auditAbout", "Audit trail about them", rows(inTrail.about(subject))),
    heldPart(ctx, "auditBy", "Audit trail of what they did", rows(inTrail.by(subject))),
  ];
}

const partsOf = (ctx: KnownCtx, subject: Subject) => [
  ...accountParts(ctx, subject),
  ...addressParts(ctx, subject),
  ...trailParts(ctx, subject),
];

const headOf = ({ email, identity: { firstName, lastName } }: Subject) => ({
  email,
  name: [firstName, lastName].filter(Boolean).join(" ") || null,
  at: new Date().toISOString(),
});

/**
 * Says in the trail that somebody at the privacy desk read something, before they get it.
 * @param objectId of the person or the erasure; where it is neither, such as of an address without an account, a new one
 */
export const noteRead = (ctx: KnownCtx, action: string, objectId: string = crypto.randomUUID()) =>
  inTransaction(ctx, (ctx) => audit(ctx, { objectType: "privacy", objectId, objectLabel: null, action, changes: {} }));

/**
 * Everything that is held of the person with this address, whether or not they have an account: of each part how many rows,
 * and the newest of them; secrets are left out. Anonymised contact logs are searched for callers who may bring them back.
 */
export async function heldOf(ctx: KnownCtx, email: string): Promise<Held> {
  const subject = await subjectOf(ctx, email);
  await noteRead(ctx, "read-held", subject.user?.id);
  const parts: Held["parts"] = [];
  for (const { key, title, count, rows } of partsOf(ctx, subject)) {
    const total = await count();
    if (total > 0) parts.push({ key, title, count: total, rows: (await rows(shownRows, 0)).map(rowOf) });
  }
  return { ...headOf(subject), hasSealed: maySeeSealed(ctx), parts };
}

/** Further rows of one part. @throws AppError 404 for an unknown part */
export async function heldRows(ctx: KnownCtx, { email, part, skip }: { email: string; part: string; skip: number }) {
  const subject = await subjectOf(ctx, email);
  const found = partsOf(ctx, subject).find(({ key }) => key === part);
  if (!found) throw new AppError("not_found");
  await noteRead(ctx, "read-held", subject.user?.id);
  return { rows: (await found.rows(rowsAPage, skip)).map(rowOf) };
}

/** Writes all rows of all parts, as they are at one moment. */
const writeHeld = (ctx: KnownCtx, email: string, writer: HeldWriter) =>
  ctx.db.transaction(
    async (tx) => {
      const reader = { ...ctx, db: tx, inTransaction: true };
      const subject = await subjectOf(reader, email);
      await writer.begin(headOf(subject));
      for (const { key, title, count, rows } of partsOf(reader, subject)) {
        const total = await count();
        if (total === 0) continue;
        await writer.part({ key, title, count: total });
        for (let skip = 0; skip < total; skip += rowsAtOnce)
          await writer.rows((await rows(rowsAtOnce, skip)).map(rowOf));
      }
      await writer.end();
    },
    { isolationLevel: "repeatable read", accessMode: "read only" },
  );

/** All of it as a file, for the person themselves, sent as it is read; that it was made stands in the trail. */
export async function downloadHeld(ctx: KnownCtx, email: string, format: "json" | "html") {
  const { user } = await subjectOf(ctx, email);
  await noteRead(ctx, "download", user?.id);
  const writerOf = format === "json" ? heldAsJson : heldAsHtml;
  return textFile(ctx, {
    name: "personal-data",
    ending: format,
    type: format === "json" ? "application/json; charset=utf-8" : "text/html; charset=utf-8",
    write: (ctx, write) => writeHeld(ctx, email, writerOf(write)),
  });
}
