import { and, eq, getTableColumns, isNull, or } from "drizzle-orm";
import type { z } from "zod";
import { companies, companyLinks, companyPersLinks, modelPers, pers } from "@/db/schema";
import { persService } from "@/server/devices/pers/pers.service";
import type { Period } from "@/server/devices/reach/link-period.rules";
import { endLink, lockLinked, momentNow, overlaps } from "@/server/devices/reach/link-period.service";
import { type Ctx, inTransaction, type KnownCtx } from "@/server/kit/call/context";
import { broken } from "@/server/kit/call/errors";
import { unknownReference } from "@/server/kit/call/exists";
import type { ListRequest } from "@/server/kit/list/list.schema";
import { after, contains, equals, oneOf, refersTo, until } from "@/server/kit/list/list-filters";
import { listService } from "@/server/kit/list/list-service";
import { recordService } from "@/server/kit/record/record-service";
import { t } from "@/texts/t";
import {
  type CreateCompanyPersLink,
  ListCompanyPersLinks,
  type UpdateCompanyPersLink,
} from "./company-pers-link.schema";

const links = companyPersLinks;

const list = listService({
  table: links,
  company: links.companyId,
  large: "company-pers-link",
  input: ListCompanyPersLinks,
  joins: [
    { table: pers, on: eq(pers.id, links.persId), isRequired: true },
    { table: companies, on: eq(companies.id, links.companyId) },
  ],
  sort: {
    startDate: links.startDate,
    endDate: links.endDate,
    linkType: links.linkType,
    "pers.nuSerialPersNumber": pers.nuSerialPersNumber,
    "company.name": companies.name,
    createdAt: links.createdAt,
  },
  filters: {
    serialPersNumber: (value) => refersTo(links.persId, pers, contains(pers.nuSerialPersNumber)(value)),
    modelPERS: (value) =>
      refersTo(links.persId, pers, refersTo(pers.modelPERSId, modelPers, contains(modelPers.label)(value))),
    linkType: equals(links.linkType),
    // Periods that overlap the bounds: [startDate, endDate) reaches beyond the first, and begins by the second.
    startDate: (value) => or(isNull(links.endDate), after(links.endDate)(value)),
    endDate: until(links.startDate),
    persId: equals(links.persId),
  },
  load: async (ctx, ids) => {
    const rows = await ctx.db
      .select({
        ...getTableColumns(links),
        pers: { id: pers.id, nuSerialPersNumber: pers.nuSerialPersNumber },
        modelPERS: { id: modelPers.id, label: modelPers.label },
        company: { id: companies.id, name: companies.name },
      })
      .from(links)
      .innerJoin(pers, eq(pers.id, links.persId))
      .innerJoin(modelPers, eq(modelPers.id, pers.modelPERSId))
      .innerJoin(companies, eq(companies.id, links.companyId))
      .where(oneOf(links.id, ids));
    return rows.map(({ modelPERS, ...row }) => ({ ...row, pers: { ...row.pers, modelPERS } }));
  },
});

const crud = recordService(list, {
  name: "company-pers-link",
  label: ({ linkType, startDate }) =>
    `${linkType === 1 ? "Manufacturer" : "Subcontractor"} from ${startDate.slice(0, 10)}`,
});

/** Nobody else links this PERS until the transaction ends. @throws AppError 422 for one that does not exist */
async function claim(ctx: Ctx, persId: string) {
  const known = await lockLinked(ctx, pers, pers.nuSerialPersNumber, [persId]);
  if (known.size === 0) throw unknownReference("persId", "PERS device");
}

/** @throws AppError 422 that names the link of this PERS and type in that period */
async function assertFree(ctx: Ctx, persId: string, linkType: number, period: Period, except?: string) {
  const where = and(eq(links.persId, persId), eq(links.linkType, linkType));
  const taken = await overlaps(ctx, { table: links, linked: links.persId, where, except }, period);
  const message = taken.get(persId);
  if (message)
    throw broken(
      "startDate",
      t("The PERS device has a link of this type already: {which}", { which: message }),
      "period_overlaps",
    );
}

type Stored = typeof links.$inferSelect;

/** A device that a company handed over stays with its partner only. @throws AppError 422 where that partnership has ended */
async function assertPartner(ctx: Ctx, { grantedByCompanyId, companyId }: Stored) {
  if (!grantedByCompanyId) return;
  const { id, companyId: grantor, linkedCompanyId, kind, status } = companyLinks;
  const [partnership] = await ctx.db
    .select({ id })
    .from(companyLinks)
    .where(
      and(
        eq(grantor, grantedByCompanyId),
        eq(linkedCompanyId, companyId),
        eq(kind, "subcontractor"),
        eq(status, "accepted"),
      ),
    )
    .for("share");
  if (!partnership)
    throw broken("endDate", "The partnership in which this device was handed over has ended. Make a new link.");
}

/**
 * Which company has which PERS, and when (document 4.7). A PERS has one company of each type at a time; who wants
 * another ends the link first.
 */
export const companyPersLinkService = {
  ...crud,

  create: (ctx: KnownCtx, values: z.output<typeof CreateCompanyPersLink>) =>
    inTransaction(ctx, async (ctx) => {
      await claim(ctx, values.persId);
      const startDate = values.startDate ?? (await momentNow(ctx));
      await assertFree(ctx, values.persId, values.linkType, { startDate, endDate: values.endDate ?? null });
      return crud.create(ctx, { ...values, startDate });
    }),

  /** An `endDate` of null opens a link again; one that a company handed over, only while it has the partnership. */
  update: (ctx: KnownCtx, id: string, values: z.output<typeof UpdateCompanyPersLink>, ifMatch?: string) =>
    inTransaction(ctx, async (ctx) => {
      const { pers } = await crud.get(ctx, id);
      await claim(ctx, pers.id);
      const before = await crud.lock(ctx, id, ifMatch);
      const { startDate = before.startDate, endDate = before.endDate } = values;
      if (startDate !== before.startDate || endDate !== before.endDate)
        await assertFree(ctx, before.persId, before.linkType, { startDate, endDate }, id);
      if (endDate !== before.endDate && (endDate === null || endDate > (await momentNow(ctx))))
        await assertPartner(ctx, before);
      return crud.update(ctx, id, values);
    }),

  remove: (ctx: KnownCtx, id: string, ifMatch?: string) => endLink(crud, ctx, id, ifMatch),

  /** The links of one PERS to all companies, up to 1,000 where no limit is given; 404 for an unknown PERS. */
  async ofPers(ctx: KnownCtx, request: ListRequest & { persId: string }) {
    await persService.get(ctx, request.persId);
    return list.list(ctx, { limit: 1000, ...request });
  },
};
