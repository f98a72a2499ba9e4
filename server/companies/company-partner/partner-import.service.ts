import { and, eq, ne, sql } from "drizzle-orm";
import { companies, companyLinks, mailLog } from "@/db/schema";
import { Email } from "@/server/identity/user/email.schema";
import type { Ctx, KnownCtx } from "@/server/kit/context";
import { type Importer, importer, type Left, type RowPlan } from "@/server/kit/import/importer";
import { oneOf } from "@/server/kit/list-filters";
import { companyOf } from "@/server/kit/scope";
import { kept } from "@/texts/kept";
import { companyService } from "../company/company.service";
import { registerKeyOf } from "../company/register-number.rules";
import type { PartnerKind } from "./company-partner.rules";
import { PartnerName, RegisterNumber } from "./company-partner.schema";
import { invitePartners, isUnentered, lockPartners, type Made } from "./partner-invitation.service";
import { type PartnerLink, partnerLinkService } from "./partner-link.service";
import { type Invited, type KnownPartners, knownPartners, noRoom, planPartner } from "./partner-plan.service";

const partnerColumns = {
  name: { title: "Name", schema: PartnerName, required: true, help: "What you call the company." },
  registerNumber: {
    title: "Register Number",
    schema: RegisterNumber,
    required: true,
    help: "Of the company register.",
  },
  email: { title: "E-mail", schema: Email, required: true, help: "Where the invitation goes." },
} as const;

/** What a row would do, in the words of the import; nothing of it tells whether somebody else knows the company. */
function partnerRow(row: Invited, known: KnownPartners): RowPlan<Invited> {
  const key = registerKeyOf(row.registerNumber);
  const plan = planPartner(row, known);
  if (plan.kind === "wrong") return { kind: "error", column: plan.column, message: plan.message };
  if (plan.kind === "there") return { kind: "same", key };
  if (plan.kind === "again") {
    const changes = [{ column: "Status", before: plan.link.status, after: "invited" }];
    return { kind: "changed", key, changes, write: row };
  }
  const changes = (["name", "registerNumber", "email"] as const).map((column) => ({
    column,
    before: null,
    after: row[column],
  }));
  return { kind: "new", key, changes, write: row, atMost: { rows: known.room, message: noRoom() } };
}

const words: Record<PartnerLink["status"], string> = {
  invited: "Invited.",
  to_confirm: "Accepted by the partner under another address.",
  accepted: "Accepted by the partner.",
  refused: "Refused by the partner.",
  ended: "Ended.",
};

/** Of these companies those that this one made, that nobody entered, and that nothing else is linked to. */
async function forgettable(ctx: KnownCtx, ids: string[], linkIds: string[]): Promise<string[]> {
  const others = sql`exists (select from ${companyLinks} where ${companyLinks.linkedCompanyId} = ${companies}.id and not ${oneOf(companyLinks.id, linkIds)})`;
  const has = (table: string) =>
    sql`exists (select from backoffice.${sql.identifier(table)} t where t.company_id = ${companies}.id)`;
  const tables = [
    "company_pers_links",
    "company_vehicle_links",
    "company_vehicle_brand_links",
    "company_preferences",
    "company_teams",
  ];
  const used = sql.join([others, ...tables.map(has)], sql` or `);
  const rows = await ctx.db
    .select({ id: companies.id })
    .from(companies)
    .where(
      and(
        oneOf(companies.id, ids),
        eq(companies.createdByCompanyId, companyOf(ctx)),
        isUnentered,
        sql`not (${used})`,
        ne(companies.id, companyOf(ctx)),
      ),
    );
  return rows.map(({ id }) => id);
}

/** To whom mails went already for these new partners, by the partner's id. */
async function mailedTo(ctx: Ctx, all: PartnerLink[]) {
  const sent = all.filter(({ email, invitationDate }) => email && invitationDate);
  const emails = sent.flatMap(({ email }) => email ?? []);
  if (emails.length === 0) return new Set<string>();
  const { recipient } = mailLog;
  const rows = await ctx.db
    .selectDistinct({ recipient })
    .from(mailLog)
    .where(and(eq(mailLog.templateCode, "COMPANY_INVITATION"), oneOf(recipient, emails, "text")));
  return new Set(rows.map((row) => row.recipient));
}

/** Takes invitations back that nobody answered; the others stay, and mails that have gone are named. */
async function undoPartners(ctx: KnownCtx, kind: PartnerKind, made: Made[]): Promise<Left[]> {
  await lockPartners(ctx);
  const ids = made.map(({ id }) => id);
  const rows = await ctx.db
    .select()
    .from(companyLinks)
    .where(and(oneOf(companyLinks.id, ids), eq(companyLinks.companyId, companyOf(ctx))))
    .orderBy(companyLinks.id)
    .for("update");
  const byId = new Map(rows.map((link) => [link.id, link]));
  const isOpen = ({ id }: Made) => byId.get(id)?.status === "invited";
  const open = made.filter(isOpen);
  const fresh = open.flatMap(({ id, before }) => (before ? [] : (byId.get(id) ?? [])));
  const mailed = await mailedTo(ctx, fresh);
  const reopened = open.flatMap(({ id, before }) => {
    const link = byId.get(id);
    return link && before ? [{ link, to: before.status, action: "undo", values: before }] : [];
  });
  await partnerLinkService.move(ctx, kind, reopened);
  const gone = fresh.map(({ id }) => id);
  const unknown = await forgettable(
    ctx,
    fresh.map(({ linkedCompanyId }) => linkedCompanyId),
    gone,
  );
  await partnerLinkService.forget(ctx, kind, gone);
  if (unknown.length) await companyService.forgetInvited(ctx, unknown);
  const stays = made
    .filter((one) => !isOpen(one))
    .map(({ id, label }): Left => {
      const link = byId.get(id);
      return { id, label, reason: link ? words[link.status] : "Removed since." };
    });
  const told = fresh
    .filter(({ email }) => email && mailed.has(email))
    .map(
      ({ id, name, email }): Left => ({
        id,
        label: name,
        reason: kept("Taken back, but the invitation to {email} has been mailed; its link no longer works.", {
          email: email ?? "",
        }),
      }),
    );
  return [...stays, ...told];
}

function partnerImporter(kind: PartnerKind): Importer {
  return importer({
    name: `company-${kind}`,
    columns: partnerColumns,
    key: "registerNumber",
    async known(ctx, rows) {
      if (ctx.inTransaction) await lockPartners(ctx);
      return knownPartners(ctx, kind, rows);
    },
    plan: (row, known: KnownPartners) => partnerRow(row, known),
    write: (ctx, writes: Invited[]) => invitePartners(ctx, kind, writes),
    undo: (ctx, made: Made[]) => undoPartners(ctx, kind, made),
  });
}

export const dealerImporter = partnerImporter("dealer");
export const subcontractorImporter = partnerImporter("subcontractor");
