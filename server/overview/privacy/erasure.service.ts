import { and, eq, gt, isNotNull, sql } from "drizzle-orm";
import { type ErasureLine, sessions, erasures as table } from "@/db/schema";
import { ownActor, type Person } from "@/server/identity/actor";
import { fingerprint } from "@/server/identity/secret.rules";
import { type Ctx, type KnownCtx, systemCtx } from "@/server/kit/call/context";
import { AppError, broken } from "@/server/kit/call/errors";
import { contains, equals, oneOf } from "@/server/kit/list/list-filters";
import { listService } from "@/server/kit/list/list-service";
import { audit } from "@/server/kit/record/audit";
import { recordService } from "@/server/kit/record/record-service";
import { addressesOfNotifications } from "@/server/notification/person/notification-person.service";
import { t, tt } from "@/texts/t";
import { filesNaming, messagesNaming, namesLeft } from "./by-hand.service";
import { type Erased, noteErased, readErased } from "./erased-list";
import { erasureHours, erasureStates } from "./erasure.rules";
import { codeOf, erase, eraseOutside, hasHadRight, inErasure, planOf, pseudonymOf } from "./erasure-run.service";
import { noteRead } from "./held.service";
import { ListErasures } from "./privacy.schema";
import { subjectOf } from "./subject.service";

type Stored = typeof table.$inferSelect;

const isOpen = ({ status, lapsesAt }: Stored) => status === "requested" && lapsesAt > new Date().toISOString();

/** What is stored, and hashed, is English; people read their own language. */
const inWords = (lines: ErasureLine[]) => lines.map((line) => ({ ...line, what: t(line.what), why: tt(line.why) }));

/** The address is shown as long as it is needed to confirm. */
const shown = (row: Stored) => ({
  ...row,
  email: isOpen(row) ? row.email : null,
  status: row.status === "requested" && !isOpen(row) ? ("lapsed" as const) : row.status,
  lines: inWords(row.lines ?? []),
});

const list = listService({
  table,
  scope: "global",
  input: ListErasures,
  sort: { createdAt: table.createdAt, doneAt: table.doneAt, pseudonym: table.pseudonym },
  filters: { status: equals(table.status), pseudonym: contains(table.pseudonym) },
  load: async (ctx, ids) => (await ctx.db.select().from(table).where(oneOf(table.id, ids))).map(shown),
});
// The trail names an erasure by its pseudonym, never by whom it is about.
const record = recordService(list, { name: "erasure", label: (row) => row.pseudonym });

const isErased = (email: string) => email.endsWith("@erased.invalid");

/** @throws AppError 422 where nobody has the address, or an erased person has it */
async function assertKnown(ctx: KnownCtx, email: string) {
  if (isErased(email)) throw broken("email", "This person was erased already.");
  const { lines } = await planOf(systemLike(ctx), email);
  if (lines.length === 0) throw broken("email", "Nothing is held of this address.");
}
/** What a plan does and undoes is nobody's act. */
const systemLike = (ctx: KnownCtx): KnownCtx => ({ ...ctx, actor: systemCtx("privacy").actor });

/** Lapsed requests make place for a new one, and forget whom they were about. */
const dropLapsed = (ctx: Ctx) =>
  ctx.db
    .update(table)
    .set({ status: "cancelled", email: null })
    .where(and(oneOf(table.status, erasureStates.before("cancelled"), "text"), sql`${table.lapsesAt} <= now()`));

/** @throws AppError 403, 422: everything that a second person must be */
async function assertSecond(ctx: Ctx, person: Person, row: Stored) {
  if (!isOpen(row)) throw broken("id", "This request was confirmed, given up or has lapsed.");
  if (person.id === row.requestedById) throw new AppError("forbidden", "A second person has to confirm this.");
  if (person.id === row.userId) throw new AppError("forbidden", "Nobody confirms their own erasure.");
  if (!(await hasHadRight(ctx, person.id, "privacy.erase", erasureHours)))
    throw new AppError(
      "forbidden",
      t("Whoever confirms must have had the right for {count} hours.", { count: erasureHours }),
    );
  const [session] = await ctx.db
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(eq(sessions.id, person.sessionId), gt(sessions.createdAt, row.createdAt)));
  if (!session) throw new AppError("forbidden", "Sign out and in again first: whoever confirms has to sign in anew.");
}

const listed = ({ id, userId, emailHash, pseudonym, doneAt }: Stored): Erased => ({
  id,
  userId,
  emailHash,
  pseudonym,
  doneAt: doneAt ?? "",
});

/** Erasing people (issue of privacy; docs/security.md): asked for by one, confirmed by another, done in one transaction. */
export const erasureService = {
  async list(ctx: KnownCtx, request: Parameters<typeof list.list>[1]) {
    await noteRead(ctx, "read-erasures");
    return list.list(ctx, request);
  },
  async rows(ctx: KnownCtx, request: Parameters<typeof list.rows>[1]) {
    await noteRead(ctx, "read-erasures");
    return list.rows(ctx, request);
  },
  count: list.count,
  async stream(...args: Parameters<typeof list.stream>) {
    await noteRead(args[0], "read-erasures");
    return list.stream(...args);
  },
  of: list.of,
  async get(ctx: KnownCtx, id: string) {
    const found = await record.get(ctx, id);
    await noteRead(ctx, "read-erasure", id);
    return found;
  },

  /** What erasing would do now, the hash by which it is confirmed, and what is left for a decision by hand (ADR 67). */
  async plan(ctx: KnownCtx, email: string) {
    const subject = await subjectOf(ctx, email);
    await noteRead(ctx, "plan-erasure", subject.user?.id);
    const byHand = [...(await filesNaming(ctx, subject.identity)), ...(await messagesNaming(ctx, subject))];
    const plan = await planOf(systemLike(ctx), email, async (ctx, { identity }) => {
      byHand.unshift(...(await namesLeft(ctx, identity)));
    });
    return {
      ...plan,
      lines: inWords(plan.lines),
      byHand: byHand.map((found) => ({ ...found, where: t(found.where) })),
    };
  },

  /** Asks for an erasure. Another person has a day to confirm it. */
  request: (ctx: KnownCtx, { email, reason }: { email: string; reason: string }) =>
    inErasure(ctx, async (ctx) => {
      const person = ownActor(ctx);
      await dropLapsed(ctx);
      await assertKnown(ctx, email);
      const { user } = await subjectOf(ctx, email);
      const id = crypto.randomUUID();
      const pseudonym = pseudonymOf(codeOf(id)).label;
      await ctx.db.insert(table).values({
        id,
        email,
        emailHash: fingerprint(email),
        userId: user?.id ?? null,
        pseudonym,
        reason,
        status: "requested",
        requestedById: person.id,
        requestedBy: person.label,
        lapsesAt: new Date(Date.now() + erasureHours * 3_600_000).toISOString(),
      });
      const changes = { status: [null, "requested"] as [unknown, unknown] };
      await audit(ctx, { objectType: "erasure", objectId: id, objectLabel: pseudonym, action: "create", changes });
      return record.get(ctx, id);
    }),

  /** Gives a request up. */
  cancel: (ctx: KnownCtx, id: string, ifMatch?: string) =>
    inErasure(ctx, async (ctx) => {
      await record.change(ctx, id, ifMatch, "cancel", async (ctx, { status }) => {
        erasureStates.assert("status", status, "cancelled");
        if (status === "cancelled") throw broken("id", "This request was given up already.");
        await ctx.db.update(table).set({ status: "cancelled", email: null }).where(eq(table.id, id));
        return { changes: { status: [status, "cancelled"] }, result: undefined };
      });
      return record.get(ctx, id);
    }),

  /**
   * Erases, where the caller may confirm and the plan is still the one that they saw.
   * @throws AppError 403 for who may not confirm, 422 for another plan, one that is over, and the last administrator
   */
  async confirm(ctx: KnownCtx, id: string, planHash: string) {
    const person = ownActor(ctx);
    const { done, subject } = await inErasure(ctx, async (ctx) => {
      const row = await record.lock(ctx, id);
      await assertSecond(ctx, person, row);
      const email = row.email ?? "";
      const { hash } = await planOf(systemLike(ctx), email);
      if (hash !== planHash)
        throw broken("planHash", "More has become known of this person. Look at the plan again.", "plan_outdated");
      const subject = await subjectOf(ctx, email);
      const lines = await erase(ctx, subject, pseudonymOf(codeOf(id)));
      const doneAt = new Date().toISOString();
      await ctx.db
        .update(table)
        .set({
          status: "done",
          email: null,
          lines,
          planHash,
          doneAt,
          confirmedById: person.id,
          confirmedBy: person.label,
        })
        .where(and(eq(table.id, id), oneOf(table.status, erasureStates.before("done"), "text")));
      await audit(ctx, { objectType: "erasure", objectId: id, objectLabel: row.pseudonym, action: "erase" });
      return { done: await record.get(ctx, id), subject };
    });
    await eraseOutside(subject);
    await noteAll(ctx);
    return done;
  },
};

/** Puts everybody who was erased on the list outside of the database; the nightly routine does it too. @returns how many */
export async function noteAll(ctx: Ctx): Promise<number> {
  const done = await ctx.db
    .select()
    .from(table)
    .where(and(eq(table.status, "done"), isNotNull(table.doneAt)));
  return noteErased(done.map(listed));
}

/** Addresses without an account: those that a hash on the list is of. */
async function emailsOf(ctx: Ctx, hashes: ReadonlySet<string>): Promise<string[]> {
  const rows = await ctx.db.execute<{ email: string }>(sql`
    select lower(email) as email from backoffice.users union select lower(email) from backoffice.platform_contact_logs
    union select lower(recipient) from platform.mail_log union select lower(email) from backoffice.company_partner_referents`);
  const all = new Set([...rows.map(({ email }) => email), ...(await addressesOfNotifications(ctx))]);
  return [...all].filter((email) => email && hashes.has(fingerprint(email)));
}

/**
 * After a restore: erases again whom the list outside of the database names and the backup brought back. Each in one
 * transaction, under the pseudonym that they have.
 * @returns how many came back
 */
export async function reapplyErasures(ctx: KnownCtx): Promise<number> {
  const people = await readErased();
  const users = await ctx.db.execute<{ id: string; email: string }>(sql`select id, email from backoffice.users`);
  const emailOf = new Map(users.map(({ id, email }) => [id, email]));
  const byHash = new Map(
    (await emailsOf(ctx, new Set(people.map((one) => one.emailHash)))).map((one) => [fingerprint(one), one]),
  );
  let again = 0;
  for (const one of people) {
    const email = (one.userId === null ? undefined : emailOf.get(one.userId)) ?? byHash.get(one.emailHash);
    if (!email || isErased(email)) continue;
    const subject = await inErasure(ctx, async (ctx) => {
      const subject = await subjectOf(ctx, email);
      await erase(ctx, subject, pseudonymOf(codeOf(one.id)));
      await audit(ctx, { objectType: "erasure", objectId: one.id, objectLabel: one.pseudonym, action: "erase-again" });
      return subject;
    });
    await eraseOutside(subject);
    again += 1;
  }
  return again;
}
