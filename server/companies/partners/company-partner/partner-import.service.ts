import { and, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { companyLinks } from "@/db/schema";
import { registerKeyOf } from "@/server/companies/company/register-number.rules";
import { activeLanguages } from "@/server/identity/profile/profile.service";
import type { KnownCtx } from "@/server/kit/call/context";
import { Email } from "@/server/kit/call/email.schema";
import { limitRate } from "@/server/kit/call/rate-limit";
import { rateLimits } from "@/server/kit/call/rate-limit.rules";
import { Id, Text } from "@/server/kit/call/wire";
import { partsOfImports } from "@/server/kit/import/import-parts";
import { importRow } from "@/server/kit/import/import-row";
import { type Importer, importer, type Left, type RowPlan } from "@/server/kit/import/importer";
import { oneOf } from "@/server/kit/list/list-filters";
import { companyOf } from "@/server/kit/list/scope";
import { kept } from "@/texts/kept";
import type { PartnerKind, PartnerLink } from "./company-partner.rules";
import { PartnerName, PartnerReason, RegisterNumber } from "./company-partner.schema";
import { forgetPartnersLater } from "./partner-forget.service";
import { invitePartners, lockPartners, type Made } from "./partner-invitation.service";
import { partnerLinkService } from "./partner-link.service";
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
  language: {
    title: "Language",
    schema: Text(40),
    help: "Of the invitation, such as fr or French. The one chosen beside the file where empty.",
  },
  reason: { title: "Reason", schema: PartnerReason, help: "One line that stands in the invitation." },
} as const;

interface Row {
  name: string;
  registerNumber: string;
  email: string;
  language?: string;
  reason?: string;
}

/** What a row would do, in the words of the import; nothing of it tells whether somebody else knows the company. */
function partnerRow({ language, ...row }: Row, known: KnownRows, chosen: string | undefined): RowPlan<Invited> {
  const key = registerKeyOf(row.registerNumber);
  const languageId = language === undefined ? chosen : known.languages.get(language.toLowerCase());
  if (language !== undefined && !languageId)
    return { kind: "error", column: "language", message: kept("There is no language “{language}”.", { language }) };
  const partner: Invited = { ...row, languageId };
  const plan = planPartner(partner, known);
  if (plan.kind === "wrong") return { kind: "error", column: plan.column, message: plan.message };
  if (plan.kind === "there") return { kind: "same", key };
  if (plan.kind === "again") {
    const changes = [{ column: "Status", before: plan.link.status, after: "invited" }];
    return { kind: "changed", key, changes, write: partner };
  }
  const changes = (["name", "registerNumber", "email"] as const).map((column) => ({
    column,
    before: null,
    after: row[column],
  }));
  return { kind: "new", key, changes, write: partner, atMost: { rows: known.room, message: noRoom() } };
}

const words: Record<PartnerLink["status"], string> = {
  invited: "Invited.",
  to_confirm: "Accepted by the partner under another address.",
  accepted: "Accepted by the partner.",
  refused: "Refused by the partner.",
  ended: "Ended.",
};

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
  const reopened = open.flatMap(({ id, before }) => {
    const link = byId.get(id);
    return link && before ? [{ link, to: before.status, action: "undo", values: before }] : [];
  });
  await partnerLinkService.move(ctx, kind, reopened);
  const gone = fresh.map(({ id }) => id);
  await partnerLinkService.forget(ctx, kind, gone);
  await forgetPartnersLater(
    ctx,
    fresh.map(({ linkedCompanyId }) => linkedCompanyId),
  );
  const stays = made
    .filter((one) => !isOpen(one))
    .map(({ id, label }): Left => {
      const link = byId.get(id);
      return { id, label, reason: link ? words[link.status] : "Removed since." };
    });
  const told = fresh
    .filter(({ email, invitationDate }) => email && invitationDate)
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

interface KnownRows extends KnownPartners {
  /** language → its id, by code and by name in small letters */
  languages: Map<string, string>;
}

function partnerImporter(kind: PartnerKind): Importer {
  return importer({
    name: `company-${kind}`,
    columns: partnerColumns,
    key: "registerNumber",
    options: z.object({ languageId: Id.optional() }),
    count: (ctx, rows) =>
      limitRate(ctx, {
        name: "partner rows",
        ...rateLimits.partnerRows,
        of: companyOf(ctx),
        weight: rows,
      }),
    async known(ctx, rows): Promise<KnownRows> {
      if (ctx.inTransaction) await lockPartners(ctx);
      const known = await knownPartners(ctx, kind, rows);
      const { items } = await activeLanguages(ctx);
      const languages = items.flatMap(({ id, code, name }) =>
        [code, name].map((one) => [one.toLowerCase(), id] as const),
      );
      return { ...known, languages: new Map(languages) };
    },
    plan: (row, known: KnownRows, { languageId }) => partnerRow(row, known, languageId),
    write: (ctx, writes: Invited[]) => invitePartners(ctx, kind, writes),
    undo: (ctx, made: Made[]) => undoPartners(ctx, kind, made),
  });
}

export const dealerImporter = partnerImporter("dealer");
export const subcontractorImporter = partnerImporter("subcontractor");

/** How many invitations of an import went out, and how many wait for staff; as they stand now. */
export async function importedInvitations(ctx: KnownCtx, kind: PartnerKind, id: string) {
  await importRow(ctx, kind === "dealer" ? dealerImporter : subcontractorImporter, id);
  const made: Made[] = [];
  for (let part = (await partsOfImports.count(ctx, id, "undo")) - 1; part >= 0; part--)
    made.push(...(await partsOfImports.read<Made[]>(ctx, id, "undo", part)));
  const [row] = await ctx.db
    .select({
      sent: sql<number>`count(*) filter (where ${companyLinks.invitationDate} is not null)::int`,
      waiting: sql<number>`count(*) filter (where ${companyLinks.invitationDate} is null)::int`,
    })
    .from(companyLinks)
    .where(
      and(
        oneOf(
          companyLinks.id,
          made.map((one) => one.id),
        ),
        eq(companyLinks.companyId, companyOf(ctx)),
      ),
    );
  return row ?? { sent: 0, waiting: 0 };
}
