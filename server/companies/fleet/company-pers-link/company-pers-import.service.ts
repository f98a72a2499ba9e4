import { eq, type SQL } from "drizzle-orm";
import { z } from "zod";
import { companies, companyPersLinks as links, pers } from "@/db/schema";
import { linkTypeWords } from "@/server/companies/fleet/link-type.rules";
import { inTheWay, meets } from "@/server/devices/reach/link-period.rules";
import { lockLinked, momentNow } from "@/server/devices/reach/link-period.service";
import type { Ctx, KnownCtx } from "@/server/kit/call/context";
import { LongText, StoredEnd, StoredMoment, Text } from "@/server/kit/call/wire";
import { importer, type Left } from "@/server/kit/import/importer";
import { leftSince } from "@/server/kit/import/left-records";
import { oneOf } from "@/server/kit/list/list-filters";
import { companyOf } from "@/server/kit/list/scope";
import { manyOf } from "@/server/kit/record/many-service";
import { groupBy } from "@/server/kit/value/group.rules";
import { t } from "@/texts/t";
import {
  type KnownLink,
  type KnownPers,
  type LinkFields,
  type LinkImport,
  planLink,
} from "./company-pers-import.rules";
import { companyPersLinkService } from "./company-pers-link.service";

const many = manyOf(companyPersLinkService);

/** "1" or "Manufacturer", "2" or "Subcontractor". */
const LinkTypeCell = Text(40).transform((text, { issues }) => {
  const found = Object.entries(linkTypeWords).find(
    ([number, word]) => text === number || text.toLowerCase() === word.toLowerCase(),
  );
  if (found) return Number(found[0]);
  issues.push({ code: "custom", message: "Give 1 or Manufacturer, 2 or Subcontractor.", input: text });
  return z.NEVER;
});
/** A moment as people and exports write it: also `2026-01-31 10:00`, which is UTC. */
const WrittenCell = z
  .string()
  .trim()
  .transform((text) =>
    text.replace(
      /^([\d-]{10}) (\d{2}:\d{2})(:\d{2})?( UTC)?$/,
      (_, day, time, seconds = ":00") => `${day}T${time}${seconds}Z`,
    ),
  );

/** What an import did to one link, for its undo. */
interface ImportedLink {
  id: string;
  label: string;
  persId: string;
  /** none for a new link */
  before: LinkFields | null;
  after: LinkFields;
}

const linksWhere = (ctx: Ctx, where: SQL): Promise<KnownLink[]> =>
  ctx.db
    .select({
      id: links.id,
      version: links.version,
      persId: links.persId,
      companyId: links.companyId,
      company: companies.name,
      grantedByCompanyId: links.grantedByCompanyId,
      linkType: links.linkType,
      startDate: links.startDate,
      endDate: links.endDate,
      comment: links.comment,
    })
    .from(links)
    .innerJoin(companies, eq(companies.id, links.companyId))
    .where(where)
    .orderBy(links.startDate);

/** The PERS devices of these serial numbers with all their links; where an import is about to write, nobody else links them. */
async function persOf(ctx: KnownCtx, serials: string[]): Promise<KnownPers> {
  const found = await ctx.db
    .select({ id: pers.id, serial: pers.nuSerialPersNumber })
    .from(pers)
    .where(oneOf(pers.nuSerialPersNumber, [...new Set(serials)], "text"));
  const ids = found.map(({ id }) => id);
  if (ctx.inTransaction) await lockLinked(ctx, pers, pers.nuSerialPersNumber, ids);
  return {
    companyId: companyOf(ctx),
    now: await momentNow(ctx),
    idOf: new Map(found.map(({ id, serial }) => [serial, id])),
    links: groupBy(await linksWhere(ctx, oneOf(links.persId, ids)), ({ persId }) => persId),
  };
}

async function write(ctx: KnownCtx, imports: LinkImport[]): Promise<ImportedLink[]> {
  const now = await momentNow(ctx);
  const fresh = imports.filter(({ link }) => link === null);
  const made = await many.createMany(
    ctx,
    fresh.map(({ persId, linkType, after }) => ({ persId, linkType, ...after, startDate: after.startDate ?? now })),
  );
  const changed = imports.flatMap(({ link, after }) => (link ? [{ id: link.id, values: after }] : []));
  await many.updateMany(
    ctx,
    changed.map(({ id, values: { endDate, comment } }) => ({ id, values: { endDate, comment } })),
  );
  let next = 0;
  return imports.map(({ serial, persId, link, after }) => ({
    id: link?.id ?? made[next++] ?? "",
    label: serial,
    persId,
    before: link?.before ?? null,
    after: { ...after, startDate: after.startDate ?? now },
  }));
}

const isAsImported = (link: KnownLink, { before, after }: ImportedLink) =>
  link.startDate === after.startDate &&
  link.endDate === after.endDate &&
  link.comment === after.comment &&
  (before !== null || link.version === 1);

/** Why a link cannot be as it was before, although nobody changed it; undefined where it can. */
function obstacle({ before }: ImportedLink, link: KnownLink, all: KnownLink[]): string | undefined {
  const others = all.filter(({ id }) => id !== link.id);
  if (before === null) {
    const granted = others.find(({ grantedByCompanyId }) => grantedByCompanyId === link.companyId);
    return link.linkType === 1 && granted
      ? t("Handed over to {company} since.", { company: granted.company })
      : undefined;
  }
  const taken = others.find(({ linkType, ...other }) => linkType === link.linkType && meets(other, before));
  return taken && t("Another link has taken its place: {which}", { which: inTheWay(taken) });
}

/** New links go, changed ones get back what they had; one that somebody changed since stays. */
async function undo(ctx: KnownCtx, imported: ImportedLink[]): Promise<Left[]> {
  const persIds = imported.map(({ persId }) => persId);
  await lockLinked(ctx, pers, pers.nuSerialPersNumber, persIds);
  await many.lockMany(
    ctx,
    imported.map(({ id }) => id),
  );
  const all = await linksWhere(ctx, oneOf(links.persId, persIds));
  const now = new Map(all.filter(({ companyId }) => companyId === companyOf(ctx)).map((link) => [link.id, link]));
  const ofPers = groupBy(all, ({ persId }) => persId);
  const changed: ImportedLink[] = [];
  const left: Left[] = [];
  const gone: string[] = [];
  const edits: { id: string; values: LinkFields }[] = [];
  for (const one of imported) {
    const { id, label, persId, before } = one;
    const link = now.get(id);
    if (!link || !isAsImported(link, one)) {
      changed.push(one);
      continue;
    }
    const reason = obstacle(one, link, ofPers.get(persId) ?? []);
    if (reason) left.push({ id, label, reason });
    else if (before === null) gone.push(id);
    else edits.push({ id, values: before });
  }
  await many.removeMany(
    ctx,
    gone.map((id) => ({ id })),
  );
  await many.updateMany(ctx, edits);
  return [...(await leftSince(ctx, companyPersLinkService.name, changed, (id) => now.has(id))), ...left];
}

/** Staff link many PERS devices to a company by a file (decisions 3 and 8, XLSX columns). */
export const companyPersImporter = importer({
  name: companyPersLinkService.name,
  key: "serial",
  columns: {
    serial: { title: "Serial Number", schema: Text(60), required: true, help: "The PERS device's serial number." },
    linkType: {
      title: "Link Type",
      schema: LinkTypeCell,
      required: true,
      help: "1 or Manufacturer, 2 or Subcontractor; one row for each device and type.",
    },
    startDate: {
      title: "Start Date",
      schema: WrittenCell.pipe(StoredMoment),
      help: "Such as 2026-01-31, in UTC. Empty: from now on, or the link that the company has.",
    },
    endDate: {
      title: "End Date",
      schema: WrittenCell.pipe(StoredEnd),
      help: "The last day, or the first moment that the link no longer counts. An empty one leaves what is there.",
    },
    comment: { title: "Comment", schema: LongText(1000), help: "An empty one leaves what is there." },
  },
  known: (ctx, rows) =>
    persOf(
      ctx,
      rows.map(({ serial }) => serial),
    ),
  plan: (row, known) => planLink(row, known),
  write,
  undo,
});
