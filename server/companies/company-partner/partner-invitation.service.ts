import { and, asc, eq, isNull, not, sql } from "drizzle-orm";
import { companies, companyLinks as links, userCompanies, users } from "@/db/schema";
import { env } from "@/env/env";
import { inTransaction, type KnownCtx, lockName } from "@/server/kit/context";
import { broken } from "@/server/kit/errors";
import { oneOf } from "@/server/kit/list-filters";
import { companyOf } from "@/server/kit/scope";
import { enqueueMail } from "@/server/operations/mail/mail.service";
import { t } from "@/texts/t";
import { companyService } from "../company/company.service";
import { registerKeyOf } from "../company/register-number.rules";
import { companyPlaceService } from "../company-admin/company-place.service";
import { openFirstOf } from "../company-admin/first-admin.service";
import { ceilingOf } from "../company-role/company-ceiling.service";
import { allSent, invitationsLeft, partnerInvited } from "../invitation-quota.service";
import type { PartnerKind } from "./company-partner.rules";
import { type PartnerLink, partnerLinkService, type Status } from "./partner-link.service";
import { type Invited, knownPartners, planPartner } from "./partner-plan.service";

type Company = typeof companies.$inferSelect;

const categories = { dealer: "DEALER", subcontractor: "SUBCONTRACTOR" } as const;

/** A company invites its partners one after the other, so that each is counted, and none is invited twice at once. */
export const lockPartners = (ctx: KnownCtx) => lockName(ctx, `partners of ${companyOf(ctx)}`);

/** Whether nobody has entered the company yet, which another one made when it invited it. */
export const isUnentered = sql<boolean>`(${companies.createdByCompanyId} is not null
  and not exists (select from ${userCompanies} where ${userCompanies.companyId} = ${companies}.id and ${userCompanies.status} = 'active')
  and not exists (select from ${links} where ${links.linkedCompanyId} = ${companies}.id and ${links.status} = 'accepted'))`;

async function partnersOf(ctx: KnownCtx, linked: PartnerLink[]) {
  const rows = await ctx.db
    .select({ company: companies, isUnentered })
    .from(companies)
    .where(
      oneOf(
        companies.id,
        linked.map(({ linkedCompanyId }) => linkedCompanyId),
      ),
    );
  return new Map(rows.map((row) => [row.company.id, row]));
}

/** Tells the company's own active admins that they are invited. */
async function tellAdmins(ctx: KnownCtx, inviter: Company, companyId: string) {
  const { email, firstName, languageId } = users;
  const admins = await ctx.db
    .select({ email, firstName, languageId })
    .from(userCompanies)
    .innerJoin(users, eq(users.id, userCompanies.userId))
    .innerJoin(companies, eq(companies.id, userCompanies.companyId))
    .where(
      and(
        eq(userCompanies.companyId, companyId),
        eq(userCompanies.isAdmin, true),
        eq(userCompanies.status, "active"),
        eq(users.status, "active"),
        eq(companies.status, "active"),
      ),
    );
  const link = new URL(`/portal/${companyId}/manufacturers`, env.APP_URL).href;
  for (const admin of admins)
    await enqueueMail(ctx, {
      templateCode: "PARTNER_INVITATION",
      recipient: admin.email,
      module: "pro-center",
      tokens: { company: inviter.name, firstName: admin.firstName, link },
      languageId: admin.languageId,
    });
}

const personOf = (name: string, email: string) => ({ email, firstName: name.slice(0, 80), lastName: "" });

/** Invites the first admins of companies that were made this moment. */
async function inviteFirst(ctx: KnownCtx, made: PartnerLink[], known: Awaited<ReturnType<typeof partnersOf>>) {
  const firsts = made.flatMap(({ linkedCompanyId, name, email }) => {
    const partner = known.get(linkedCompanyId);
    return partner && email ? [{ company: partner.company, person: personOf(name, email) }] : [];
  });
  const [first] = firsts;
  if (first) await openFirstOf(ctx, firsts, await ceilingOf(ctx, first.company.id));
}

/**
 * Sends the invitations of these links, as many as the day allows; the others wait for staff. The address of the link is
 * written to only where this company made the partner and nobody has entered it: otherwise the partner's own admins are.
 * @param made the partners that were made this moment
 */
async function send(ctx: KnownCtx, kind: PartnerKind, all: PartnerLink[], made: ReadonlySet<string> = new Set()) {
  const now = all.slice(0, await invitationsLeft(ctx));
  const known = await partnersOf(ctx, now);
  const [inviter] = await ctx.db
    .select()
    .from(companies)
    .where(eq(companies.id, companyOf(ctx)));
  if (!inviter) throw new Error("the company that invites is gone");
  const invitationDate = new Date().toISOString();
  await partnerLinkService.move(
    ctx,
    kind,
    now.map((link) => ({ link, to: "invited", action: partnerInvited, values: { invitationDate } })),
  );
  const isMade = ({ linkedCompanyId }: PartnerLink) => made.has(linkedCompanyId);
  await inviteFirst(ctx, now.filter(isMade), known);
  for (const link of now) {
    if (isMade(link)) continue;
    const { linkedCompanyId, email, name } = link;
    const partner = known.get(linkedCompanyId);
    if (partner?.isUnentered && partner.company.createdByCompanyId === inviter.id && email)
      await companyPlaceService.openFirst(ctx, linkedCompanyId, personOf(name, email));
    else await tellAdmins(ctx, inviter, linkedCompanyId);
  }
  return now.length;
}

/** What became of one invitation. */
export interface Made {
  id: string;
  label: string;
  /** the partnership that there was before, as it stood */
  before: Pick<PartnerLink, "status" | "name" | "email" | "invitationDate" | "acceptedAt" | "acceptedEmail"> | null;
}

/**
 * Invites partners whose plan is good. A register number that somebody has links that company; the others become companies
 * of the right category.
 * @returns what became of each, in this order; one that is there already is left out
 */
export const invitePartners = (ctx: KnownCtx, kind: PartnerKind, rows: Invited[]): Promise<Made[]> =>
  inTransaction(ctx, async (ctx) => {
    await lockPartners(ctx);
    const known = await knownPartners(ctx, kind, rows);
    const plans = rows.map((row) => planPartner(row, known));
    const fresh = plans.flatMap((plan) => (plan.kind === "new" ? [plan.partner] : []));
    const again = plans.flatMap((plan) => (plan.kind === "again" ? [plan] : []));
    const { ids, isNew } = await companiesOf(ctx, kind, fresh);
    const made = await partnerLinkService.add(
      ctx,
      kind,
      fresh.map(({ name, email }, index) => ({ name, email, linkedCompanyId: ids[index] ?? "" })),
    );
    await partnerLinkService.move(
      ctx,
      kind,
      again.map(({ link, partner: { name, email } }) => ({
        link,
        to: "invited",
        action: "invite-again",
        values: { name, email, invitationDate: null, acceptedAt: null, acceptedEmail: null },
      })),
    );
    const all = [...made, ...again.map(({ link }) => link.id)];
    // Of thousands only those are read that a mail may go to.
    const mailed = all.slice(0, await invitationsLeft(ctx));
    if (mailed.length) {
      const stored = await ctx.db.select().from(links).where(oneOf(links.id, mailed));
      const byId = new Map(stored.map((link) => [link.id, link]));
      await send(
        ctx,
        kind,
        mailed.flatMap((id) => byId.get(id) ?? []),
        isNew,
      );
    }
    return [
      ...made.map((id, index) => ({ id, label: fresh[index]?.name ?? "", before: null })),
      ...again.map(({ link: { id, status, name, email, invitationDate, acceptedAt, acceptedEmail }, partner }) => ({
        id,
        label: partner.name,
        before: { status, name, email, invitationDate, acceptedAt, acceptedEmail },
      })),
    ];
  });

/** The ids of the partners' companies, which are made where nobody has their register number. */
async function companiesOf(ctx: KnownCtx, kind: PartnerKind, partners: Invited[]) {
  const keys = partners.map(({ registerNumber }) => registerKeyOf(registerNumber));
  const { id, registerKey, isDuplicate } = companies;
  const known = await ctx.db
    .select({ id, registerKey })
    .from(companies)
    .where(and(oneOf(registerKey, keys, "text"), not(isDuplicate)));
  const byKey = new Map(known.map((row) => [row.registerKey, row.id]));
  const unknown = partners.filter(({ registerNumber }) => !byKey.has(registerKeyOf(registerNumber)));
  const made = unknown.length ? await companyService.createInvited(ctx, categories[kind], unknown) : [];
  for (const [index, { registerNumber }] of unknown.entries())
    byKey.set(registerKeyOf(registerNumber), made[index] ?? "");
  return { ids: keys.map((key) => byKey.get(key) ?? ""), isNew: new Set(made) };
}

const isOpen: Record<Status, boolean> = {
  invited: true,
  to_confirm: false,
  accepted: false,
  refused: false,
  ended: false,
};

/** Sends the invitation again. @throws AppError 422 for a partner who is not invited, 429 where the day's are sent */
export async function resendInvitation(ctx: KnownCtx, kind: PartnerKind, link: PartnerLink) {
  if (!isOpen[link.status])
    throw broken("id", t("This partnership is {status}. Invite the partner again.", { status: t(link.status) }));
  const sent = await send(ctx, kind, [link]);
  if (sent === 0) throw allSent();
}

/** Sends all invitations of the company that wait for staff. @returns how many */
export const sendWaiting = (ctx: KnownCtx): Promise<number> =>
  inTransaction(ctx, async (ctx) => {
    await lockPartners(ctx);
    const waiting = await ctx.db
      .select()
      .from(links)
      .where(and(eq(links.companyId, companyOf(ctx)), eq(links.status, "invited"), isNull(links.invitationDate)))
      .orderBy(asc(links.id))
      .for("update");
    let sent = 0;
    for (const kind of ["dealer", "subcontractor"] as const)
      sent += await send(
        ctx,
        kind,
        waiting.filter((link) => link.kind === kind),
      );
    return sent;
  });

/** Another name or address of a partner that this company made and nobody has entered. @throws AppError 422 for any other */
export async function renameInvited(
  ctx: KnownCtx,
  kind: PartnerKind,
  link: PartnerLink,
  values: Partial<Pick<Invited, "name" | "email">>,
) {
  const partner = (await partnersOf(ctx, [link])).get(link.linkedCompanyId);
  const isOurs = partner?.isUnentered && partner.company.createdByCompanyId === link.companyId && isOpen[link.status];
  if (!partner || !isOurs) throw broken("id", "A partner that has its own account edits its name and address itself.");
  const { name = link.name, email = link.email } = values;
  const registerNumber = partner.company.registerNumber;
  const plan = planPartner(
    { name, email: email ?? "", registerNumber },
    { ...(await knownPartners(ctx, kind, [{ name, email: email ?? "", registerNumber }])), byKey: new Map() },
  );
  if (plan.kind === "wrong") throw broken(plan.column, plan.message);
  await companyService.update(ctx, link.linkedCompanyId, { name, email });
  const isNewAddress = email !== link.email;
  const stays = { name, email, ...(isNewAddress && { invitationDate: null }) };
  await partnerLinkService.move(ctx, kind, [{ link, to: "invited", action: "update", values: stays }]);
  if (isNewAddress && link.invitationDate) await send(ctx, kind, [{ ...link, ...stays }]);
}
