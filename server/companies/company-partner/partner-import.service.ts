import { and, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { companies, companyLinks, companyPersLinks, dealerVehicles, mailLog, pers, vehicles } from "@/db/schema";
import { Email } from "@/server/identity/user/email.schema";
import type { Ctx, KnownCtx } from "@/server/kit/context";
import { AppError, broken } from "@/server/kit/errors";
import { importOnce } from "@/server/kit/import/import-once";
import { type Importer, importer, type Left, type RowPlan } from "@/server/kit/import/importer";
import { oneOf } from "@/server/kit/list";
import type { UploadedFile } from "@/server/kit/meta";
import { companyOf } from "@/server/kit/scope";
import { Id, Text } from "@/server/kit/wire";
import { companyService } from "../company/company.service";
import { dealerVehicleCounts, fits, hasVehicle, persLinkCounts } from "../fleet-reach.service";
import type { PartnerKind } from "./company-partner.rules";
import { PartnerName, RegisterNumber } from "./company-partner.schema";
import { dealerService, subcontractorService } from "./company-partner.service";
import { partnerGrantService } from "./partner-grant.service";
import { forgettable, invitePartners, lockPartners, type Made } from "./partner-invitation.service";
import { type PartnerLink, partnerLinkService } from "./partner-link.service";
import { type Invited, type KnownPartners, knownPartners, planPartner } from "./partner-plan.service";

const partnerColumns = {
  name: { title: "Name", schema: PartnerName, required: true, help: "What you call the company" },
  registerNumber: { title: "Register Number", schema: RegisterNumber, required: true, help: "Of the company register" },
  email: { title: "E-mail", schema: Email, required: true, help: "Where the invitation goes" },
} as const;

/** What a row would do, in the words of the import; nothing of it tells whether somebody else knows the company. */
function partnerRow(row: Invited, known: KnownPartners): RowPlan<Invited> {
  const key = row.registerNumber;
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
  return { kind: "new", key, changes, write: row };
}

const words: Record<PartnerLink["status"], string> = {
  invited: "Invited",
  accepted: "Accepted by the partner",
  refused: "Refused by the partner",
  ended: "Ended",
};

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
  const kept = made
    .filter((one) => !isOpen(one))
    .map(({ id, label }): Left => {
      const link = byId.get(id);
      return { id, label, reason: link ? `${words[link.status]}.` : "Removed since." };
    });
  const told = fresh
    .filter(({ email }) => email && mailed.has(email))
    .map(
      ({ id, name, email }): Left => ({
        id,
        label: name,
        reason: `Taken back, but the invitation to ${email} has been mailed; its link no longer works.`,
      }),
    );
  return [...kept, ...told];
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

interface Handed {
  id: string;
  label: string;
}
interface Known {
  /** serial number → what it is, and with whom */
  own: Map<string, { id: string; with: string | null; isTheirs: boolean }>;
}

/** What a row of serial numbers would do. */
function handRow(serial: string, { own }: Known, what: string): RowPlan<{ id: string; serial: string }> {
  const found = own.get(serial);
  const column = "serial";
  if (!found) return { kind: "error", column, message: `You have no ${what} with this serial number.` };
  if (found.isTheirs) return { kind: "same", key: serial };
  if (found.with) return { kind: "error", column, message: `It is with ${found.with}.` };
  return {
    kind: "new",
    key: serial,
    changes: [{ column, before: null, after: serial }],
    write: { id: found.id, serial },
  };
}

const OfPartner = z.object({ partnerId: Id });
const serialColumn = (title: string) =>
  ({
    serial: { title, schema: Text(60), required: true, help: "As it stands in your list" },
  }) as const;

const leftOf = (handed: Handed[], gone: string[]) => {
  const isGone = new Set(gone);
  return handed
    .filter(({ id }) => !isGone.has(id))
    .map(({ id, label }): Left => ({ id, label, reason: "Taken back since, or with somebody else." }));
};

/** The option names a partner of this company. @throws AppError 422 */
async function assertPartner(ctx: KnownCtx, service: typeof dealerService | typeof subcontractorService, id: string) {
  const { status } = await service.link(ctx, id);
  if (status !== "accepted") throw broken("partnerId", "This partner has not accepted your invitation.");
}

/** Vehicles of the company for one of its dealers: they are handed over, never made. */
export const dealerVehicleImporter = importer({
  name: "dealer-vehicle",
  options: OfPartner,
  columns: serialColumn("Vehicle Serial Number"),
  key: "serial",
  check: (ctx, { partnerId }) => assertPartner(ctx, dealerService, partnerId),
  async known(ctx, rows, { partnerId }): Promise<Known> {
    const { linkedCompanyId } = await dealerService.link(ctx, partnerId);
    const serials = rows.map(({ serial }) => serial);
    const { vehicleSerialNumber } = vehicles;
    const found = await ctx.db
      .select({
        id: vehicles.id,
        serial: vehicleSerialNumber,
        dealerId: dealerVehicles.companyId,
        name: companies.name,
      })
      .from(vehicles)
      .leftJoin(dealerVehicles, and(eq(dealerVehicles.vehicleId, vehicles.id), dealerVehicleCounts(dealerVehicles)))
      .leftJoin(companies, eq(companies.id, dealerVehicles.companyId))
      .where(and(oneOf(vehicleSerialNumber, serials, "text"), hasVehicle(sql`${companyOf(ctx)}::uuid`, vehicles.id)));
    return {
      own: new Map(
        found.map(({ id, serial, dealerId, name }) => [
          serial,
          { id, with: name, isTheirs: dealerId === linkedCompanyId },
        ]),
      ),
    };
  },
  plan: ({ serial }, known: Known) => handRow(serial, known, "vehicle"),
  write: (ctx, writes: { id: string; serial: string }[], { partnerId }) =>
    dealerService.handOver(ctx, partnerId, "hand-over-vehicles", async (ctx, grant) => {
      const made = await partnerGrantService.addVehicles(
        ctx,
        grant,
        writes.map(({ id }) => id),
      );
      const handed = made.map((id, index): Handed => ({ id, label: writes[index]?.serial ?? "" }));
      return { changes: { vehicles: [null, made.length] }, result: handed };
    }),
  undo: async (ctx, handed: Handed[], { partnerId }) => {
    const grant = await dealerService.link(ctx, partnerId);
    return leftOf(handed, await partnerGrantService.removeVehicles(ctx, grant, { ids: handed.map(({ id }) => id) }));
  },
});

/** Devices of the company for one of its subcontractors. */
export const subcontractorPersImporter = importer({
  name: "subcontractor-pers",
  options: OfPartner,
  columns: serialColumn("Serial Number"),
  key: "serial",
  check: (ctx, { partnerId }) => assertPartner(ctx, subcontractorService, partnerId),
  async known(ctx, rows, { partnerId }): Promise<Known> {
    const { linkedCompanyId } = await subcontractorService.link(ctx, partnerId);
    const serials = rows.map(({ serial }) => serial);
    const open = and(
      eq(companyPersLinks.persId, pers.id),
      eq(companyPersLinks.linkType, 2),
      persLinkCounts(companyPersLinks),
    );
    const found = await ctx.db
      .select({
        id: pers.id,
        serial: pers.nuSerialPersNumber,
        companyId: companyPersLinks.companyId,
        grantedBy: companyPersLinks.grantedByCompanyId,
        name: companies.name,
      })
      .from(pers)
      .leftJoin(companyPersLinks, open)
      .leftJoin(companies, eq(companies.id, companyPersLinks.companyId))
      .where(and(oneOf(pers.nuSerialPersNumber, serials, "text"), fits(sql`${companyOf(ctx)}::uuid`, pers.id)));
    return {
      own: new Map(
        found.map(({ id, serial, companyId, grantedBy, name }) => [
          serial,
          { id, with: name, isTheirs: companyId === linkedCompanyId && grantedBy === companyOf(ctx) },
        ]),
      ),
    };
  },
  plan: ({ serial }, known: Known) => handRow(serial, known, "PERS device"),
  write: (ctx, writes: { id: string; serial: string }[], { partnerId }) =>
    subcontractorService.handOver(ctx, partnerId, "manage-pers", async (ctx, grant) => {
      const made = await partnerGrantService.addPers(
        ctx,
        grant,
        writes.map(({ id }) => id),
      );
      const handed = made.map((id, index): Handed => ({ id, label: writes[index]?.serial ?? "" }));
      return { changes: { pers: [null, made.length] }, result: handed };
    }),
  undo: async (ctx, handed: Handed[], { partnerId }) => {
    const grant = await subcontractorService.link(ctx, partnerId);
    return leftOf(
      handed,
      await partnerGrantService.endPersLinks(
        ctx,
        grant,
        handed.map(({ id }) => id),
      ),
    );
  },
});

export const dealerImporter = partnerImporter("dealer");
export const subcontractorImporter = partnerImporter("subcontractor");

/** A workbook is a zip archive; the documented uploads take nothing else. @throws AppError 400 */
function assertWorkbook({ bytes }: UploadedFile) {
  const isZip = bytes[0] === 0x50 && bytes[1] === 0x4b;
  const message = "Give an XLSX file.";
  if (!isZip) throw new AppError("invalid_input", `file: ${message}`, { errors: [{ path: "file", message }] });
}

/**
 * The documented upload: good rows are saved in one transaction, the others reported.
 * @param check in place of the importer's own look at its options, for what stands in the path
 */
export async function uploadWorkbook(
  ctx: KnownCtx,
  importer: Importer,
  {
    file,
    dryRun,
    options = {},
    check,
  }: { file: UploadedFile; dryRun: boolean; options?: object; check?: () => Promise<void> },
) {
  assertWorkbook(file);
  const { report } = await importOnce(ctx, importer, file, options, { dryRun, check });
  return report;
}
