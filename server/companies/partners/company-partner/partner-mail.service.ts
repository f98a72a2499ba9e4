import { eq, getTableColumns, sql } from "drizzle-orm";
import { companies, languages, mailLog, partnerInvitations, users } from "@/db/schema";
import { env } from "@/env/env";
import { fingerprint, newToken } from "@/server/identity/secret.rules";
import { type Ctx, inTransaction, type KnownCtx } from "@/server/kit/call/context";
import { oneOf } from "@/server/kit/list/list-filters";
import { companyOf } from "@/server/kit/list/scope";
import { lifetime } from "@/server/kit/value/lifetime.rules";
import { enqueueMails } from "@/server/platform/mail/mail.service";
import { speaking } from "@/texts/node";
import { isLanguage } from "@/texts/speech";
import { t } from "@/texts/t";
import type { PartnerKind, PartnerLink } from "./company-partner.rules";

const invitations = partnerInvitations;
export type PartnerInvitation = typeof invitations.$inferSelect;

const reasons = {
  dealer: "As a dealer you see the vehicles that are handed over to you, with their devices and alerts.",
  subcontractor: "As a subcontractor you see the devices that are handed over to you, and service them.",
} as const;

/** What the inviter says beside the partner itself. */
export interface Wish {
  linkId: string;
  email: string;
  languageId?: string | null;
  reason?: string | null;
}

/** The person who acts, where it is one who is there. */
async function inviterOf(ctx: KnownCtx) {
  if (ctx.actor.kind !== "user") return null;
  const { id, firstName, lastName } = users;
  const [inviter] = await ctx.db
    .select({ id, name: sql<string>`${firstName} || ' ' || ${lastName}` })
    .from(users)
    .where(eq(id, ctx.actor.actingId ?? ctx.actor.id));
  return inviter ?? null;
}

/** Says something in the language of a mail; in English where none of ours is asked for. */
function saidIn(code: string | undefined, say: () => string) {
  return speaking({ language: isLanguage(code) ? code : "en", timeZone: "UTC" }, say);
}

/**
 * The invitations of partners as they are mailed: one for each partnership, with a link that works for seven days and is
 * stored as its hash. Every row of `partner_invitations` is written here only.
 */
export const partnerMailService = {
  /** Begins invitations, also where a partner is invited again. Nothing is mailed yet, and an earlier link stops working. */
  async begin(ctx: KnownCtx, wishes: Wish[]) {
    if (wishes.length === 0) return;
    const inviter = await inviterOf(ctx);
    const none = {
      tokenHash: null,
      mailId: null,
      expiresAt: null,
      sentAt: null,
      openedAt: null,
      answeredAt: null,
      userId: null,
      remindersCount: 0,
      lastRemindedAt: null,
    };
    await ctx.db
      .insert(invitations)
      .values(
        wishes.map(({ linkId, email, languageId = null, reason = null }) => ({
          companyLinkId: linkId,
          inviterId: inviter?.id ?? null,
          email,
          languageId,
          reason,
          ...none,
        })),
      )
      .onConflictDoUpdate({
        target: invitations.companyLinkId,
        set: {
          ...none,
          inviterId: sql`excluded.inviter_id`,
          email: sql`excluded.email`,
          languageId: sql`excluded.language_id`,
          reason: sql`excluded.reason`,
          version: sql`${invitations.version} + 1`,
        },
      });
  },

  /** Another address: the link that was mailed to the one before stops working. */
  async readdress(ctx: KnownCtx, { linkId, email }: Pick<Wish, "linkId" | "email">) {
    await ctx.db
      .update(invitations)
      .set({
        email,
        tokenHash: null,
        openedAt: null,
        remindersCount: 0,
        lastRemindedAt: null,
        version: sql`${invitations.version} + 1`,
      })
      .where(eq(invitations.companyLinkId, linkId));
  },

  /**
   * Mails each of these partners a link to its invitation, as the company that the context is inside of; an earlier link
   * stops working. The mail says who invites, as what and why, and nothing that depends on whether somebody knows the
   * register number or the address.
   */
  async send(ctx: KnownCtx, kind: PartnerKind, links: PartnerLink[], isReminder = false) {
    const ids = links.map(({ id }) => id);
    const known = await ctx.db
      .select({ ...getTableColumns(invitations), code: languages.code })
      .from(invitations)
      .leftJoin(languages, eq(languages.id, invitations.languageId))
      .where(oneOf(invitations.companyLinkId, ids));
    const missing = links.filter(({ id, email }) => email && !known.some((one) => one.companyLinkId === id));
    await partnerMailService.begin(
      ctx,
      missing.map(({ id, email }) => ({ linkId: id, email: email ?? "" })),
    );
    const all = [
      ...known.map(({ companyLinkId, email, languageId, reason, code }) => ({
        companyLinkId,
        email,
        languageId,
        reason,
        code: code ?? undefined,
      })),
      ...missing.map(({ id, email }) => ({
        companyLinkId: id,
        email: email ?? "",
        languageId: null,
        reason: null,
        code: undefined,
      })),
    ].map((one) => ({ ...one, token: newToken() }));
    if (all.length === 0) return;
    const inviter = await inviterOf(ctx);
    const [company] = await ctx.db
      .select({ name: companies.name })
      .from(companies)
      .where(eq(companies.id, companyOf(ctx)));
    const mailIds = await enqueueMails(
      ctx,
      {
        templateCode: isReminder ? "PARTNER_INVITATION_REMINDER" : "PARTNER_INVITATION_LINK",
        module: "pro-center",
        companyId: companyOf(ctx),
      },
      all.map(({ email, languageId, reason, code, token }) => ({
        recipient: email,
        languageId,
        tokens: {
          company: company?.name ?? "",
          inviter: inviter?.name ?? "Persdesk",
          kind: saidIn(code, () => t(kind)),
          reason: reason ?? saidIn(code, () => t(reasons[kind])),
          link: new URL(`/partner-invitation/${token}`, env.APP_URL).href,
        },
      })),
    );
    const fresh = all.map(({ companyLinkId, token }, index) => ({
      id: companyLinkId,
      hash: fingerprint(token),
      mail: mailIds[index],
    }));
    const reminded = sql`, reminders_count = reminders_count + 1, last_reminded_at = now()`;
    const first = sql`, sent_at = now(), inviter_id = coalesce(${inviter?.id ?? null}::uuid, inviter_id)`;
    await ctx.db.execute(sql`
      update ${invitations} set token_hash = given.hash, mail_id = given.mail, answered_at = null, user_id = null,
        expires_at = now() + ${lifetime.link}::interval, updated_at = now(), version = version + 1 ${isReminder ? reminded : first}
      from jsonb_to_recordset(${JSON.stringify(fresh)}::jsonb) as given(id uuid, hash text, mail uuid)
      where ${invitations.companyLinkId} = given.id`);
  },

  /** The button of the invitation's page was pressed for the first time. */
  open: (ctx: Ctx, id: string): Promise<void> =>
    inTransaction(ctx, async (ctx) => {
      await ctx.db
        .update(invitations)
        .set({ openedAt: sql`coalesce(${invitations.openedAt}, now())` })
        .where(eq(invitations.id, id));
    }),

  /** Spends the link for a person who proved the mailbox. @returns whether it was there to be spent */
  async spend(ctx: Ctx, { id, tokenHash }: PartnerInvitation, userId: string): Promise<boolean> {
    const spent = await ctx.db
      .update(invitations)
      .set({
        tokenHash: null,
        answeredAt: sql`now()`,
        openedAt: sql`coalesce(${invitations.openedAt}, now())`,
        userId,
        version: sql`${invitations.version} + 1`,
      })
      .where(sql`${invitations.id} = ${id} and ${invitations.tokenHash} = ${tokenHash}`)
      .returning({ id: invitations.id });
    return spent.length > 0;
  },

  /** How the invitations of these links stand, by the link's id. */
  async statesOf(ctx: Ctx, linkIds: string[]) {
    const { companyLinkId, languageId, reason, sentAt, openedAt, answeredAt, expiresAt } = invitations;
    const { remindersCount, lastRemindedAt } = invitations;
    const rows = await ctx.db
      .select({
        companyLinkId,
        languageId,
        reason,
        sentAt,
        deliveredAt: mailLog.sentAt,
        mailStatus: mailLog.status,
        openedAt,
        answeredAt,
        expiresAt,
        remindersCount,
        lastRemindedAt,
      })
      .from(invitations)
      .leftJoin(mailLog, eq(mailLog.id, invitations.mailId))
      .where(oneOf(companyLinkId, linkIds));
    return new Map(rows.map(({ companyLinkId, ...state }) => [companyLinkId, state]));
  },
};
