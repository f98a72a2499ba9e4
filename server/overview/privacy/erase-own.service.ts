import { and, eq, inArray, or, type SQL, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import {
  auditLog,
  companyPartnerReferents,
  type ErasureLine,
  files,
  idempotencyKeys,
  idempotentCalls,
  invitations,
  listViews,
  loginAttempts,
  personSettings,
  platformContactLogs,
  rateLimits,
  recoveryCodes,
  secondFactors,
  sessions,
  sheetActivities,
  userCodes,
  userCompanies,
  userOptins,
  userRoles,
  vehicles,
  viewMails,
} from "@/db/schema";
import { membershipService } from "@/server/identity/membership/membership.service";
import { fingerprint } from "@/server/identity/secret.rules";
import { forgetSignIns } from "@/server/identity/sign-in-event/sign-in-event.service";
import { userService } from "@/server/identity/user/user.service";
import type { Ctx, KnownCtx } from "@/server/kit/call/context";
import { oneOf } from "@/server/kit/list/list-filters";
import { forgetNotificationsOf } from "@/server/notification/person/notification-person.service";
import { forgetMailsTo } from "@/server/platform/mail-log/mail-log.service";
import { patternOf } from "./needles.rules";
import { inTrail, ownedFiles, type Subject } from "./subject.service";

/** Who stands in a person's place afterwards. */
export interface Pseudonym {
  email: string;
  label: string;
  lastName: string;
}

const removeFrom = async (ctx: Ctx, table: PgTable, where: SQL | undefined) =>
  (await ctx.db.execute(sql`delete from ${table} where ${where ?? sql`false`}`)).count;

/** What belongs to the account: ways in, preferences, roles, memberships. */
async function eraseAccount(ctx: KnownCtx, { user }: Subject, { email, lastName }: Pseudonym): Promise<ErasureLine[]> {
  if (!user) return [];
  const { id } = user;
  const ended = await ctx.db.select({ id: userCompanies.id }).from(userCompanies).where(eq(userCompanies.userId, id));
  for (const membership of ended) {
    await membershipService.end(ctx, membership.id);
    await membershipService.unname(ctx, membership.id);
  }
  const ways = [
    await removeFrom(ctx, sessions, or(eq(sessions.userId, id), eq(sessions.actUserId, id))),
    await removeFrom(ctx, invitations, eq(invitations.userId, id)),
    await removeFrom(ctx, secondFactors, eq(secondFactors.userId, id)),
    await removeFrom(ctx, recoveryCodes, eq(recoveryCodes.userId, id)),
  ];
  const preferences = [
    await removeFrom(ctx, userOptins, eq(userOptins.userId, id)),
    await removeFrom(ctx, personSettings, eq(personSettings.userId, id)),
    await removeFrom(ctx, viewMails, eq(viewMails.userId, id)),
    await removeFrom(ctx, listViews, and(eq(listViews.ownerId, id), eq(listViews.share, "mine"))),
  ];
  const roles = await removeFrom(ctx, userRoles, eq(userRoles.userId, id));
  const notes = await removeFrom(ctx, sheetActivities, eq(sheetActivities.objectId, id));
  const ridden = await ctx.db
    .update(vehicles)
    .set({ riderId: null, version: sql`${vehicles.version} + 1` })
    .where(eq(vehicles.riderId, id))
    .returning({ id: vehicles.id });
  await userService.erase(ctx, id, { email, lastName });
  const sum = (counts: number[]) => counts.reduce((all, one) => all + one, 0);
  return [
    { what: "Account", does: "masked", count: 1 },
    { what: "Memberships in companies", does: "masked", count: ended.length },
    { what: "Sessions, invitations and second factors", does: "deleted", count: sum(ways) },
    { what: "Preferences and roles", does: "deleted", count: sum(preferences) + roles },
    { what: "Notes about them", does: "deleted", count: notes },
    { what: "Vehicles that they ride", does: "masked", count: ridden.length },
  ];
}

/** What is known by an address alone. */
async function eraseAddress(ctx: KnownCtx, { identity, user }: Subject, pseudonym: Pseudonym): Promise<ErasureLine[]> {
  const { emails } = identity;
  const hashes = emails.map(fingerprint);
  const logs = await removeFrom(
    ctx,
    platformContactLogs,
    oneOf(sql`lower(${platformContactLogs.email})`, emails, "text"),
  );
  const mails = await forgetMailsTo(ctx, emails, pseudonym.email);
  const counters = [
    await removeFrom(ctx, userCodes, inArray(userCodes.emailHash, hashes)),
    await removeFrom(ctx, loginAttempts, inArray(loginAttempts.emailHash, hashes)),
    await forgetSignIns(ctx, emails, user?.id),
    await removeFrom(ctx, rateLimits, sql`${rateLimits.key} ~* ${patternOf({ emails })}`),
  ];
  const ofThem = user ? `%:${user.id}%` : null;
  const named = patternOf(identity);
  const calls = idempotentCalls;
  const answers =
    (await removeFrom(ctx, calls, sql`${calls.answer} ~* ${named} or ${calls.owner} like ${ofThem}`)) +
    (await removeFrom(
      ctx,
      idempotencyKeys,
      sql`${idempotencyKeys.body} ~* ${named} or ${idempotencyKeys.actor} like ${ofThem}`,
    ));
  const referents = await ctx.db
    .update(companyPartnerReferents)
    .set({
      email: pseudonym.email,
      firstName: "Erased",
      lastName: pseudonym.lastName,
      phoneNumber: null,
      countryId: null,
    })
    .where(oneOf(sql`lower(${companyPartnerReferents.email})`, emails, "text"))
    .returning({ id: companyPartnerReferents.id });
  const sent = await forgetNotificationsOf(ctx, emails, pseudonym.email);
  return [
    { what: "Contact logs", does: "deleted", count: logs },
    { what: "E-mails sent to them", does: "masked", count: mails.sent },
    { what: "E-mails and notifications that wait", does: "deleted", count: mails.waiting + sent.waiting },
    { what: "Notifications sent to them", does: "masked", count: sent.sent },
    { what: "Devices that take pushes, and opt-outs", does: "deleted", count: sent.devices },
    { what: "Partner referents", does: "masked", count: referents.length },
    {
      what: "Codes, counters and kept answers",
      does: "deleted",
      count: answers + counters.reduce((all, one) => all + one, 0),
    },
  ];
}

/** The trail keeps what was done, by whom under the pseudonym; of records about the person only which fields changed. */
async function eraseTrail(ctx: Ctx, subject: Subject, { label }: Pseudonym): Promise<ErasureLine[]> {
  const about = await ctx.db.execute(sql`
    update ${auditLog} set object_label = ${label}, snapshot = null,
      changes = coalesce((select jsonb_object_agg(key, '["–", "–"]'::jsonb) from jsonb_each(changes)), '{}')
    where ${inTrail.about(subject)}`);
  const by = await ctx.db.execute(
    sql`update ${auditLog} set actor_label = ${label}, ip = null where ${inTrail.by(subject)}`,
  );
  return [
    { what: "Audit trail about them", does: "masked", count: about.count },
    { what: "Audit trail of what they did", does: "masked", count: by.count },
  ];
}

/** What has to stay, and why. */
async function kept(ctx: Ctx, { user }: Subject): Promise<ErasureLine[]> {
  if (!user) return [];
  const notes = await ctx.db.$count(sheetActivities, eq(sheetActivities.authorId, user.id));
  const owned = await ctx.db.$count(files, ownedFiles(user.id));
  return [
    {
      what: "Notes that they wrote",
      does: "kept",
      count: notes,
      why: "They are about other records, and name the pseudonym.",
    },
    { what: "Files that they sent for records", does: "kept", count: owned, why: "The records need them." },
  ];
}

/** Goes through everything that belongs to the person, in the caller's transaction. */
export async function eraseOwn(ctx: KnownCtx, subject: Subject, pseudonym: Pseudonym): Promise<ErasureLine[]> {
  const stays = await kept(ctx, subject);
  return [
    ...(await eraseTrail(ctx, subject, pseudonym)),
    ...(await eraseAddress(ctx, subject, pseudonym)),
    ...(await eraseAccount(ctx, subject, pseudonym)),
    ...stays,
  ].filter(({ count }) => count > 0);
}
