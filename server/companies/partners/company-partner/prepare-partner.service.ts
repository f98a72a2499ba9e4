import type { KnownCtx } from "@/server/kit/call/context";
import { broken } from "@/server/kit/call/errors";
import type { Changes } from "@/server/kit/record/audit";
import { t } from "@/texts/t";
import { brandGrantService } from "./brand-grant.service";
import type { PartnerLink } from "./company-partner.rules";
import { assertNoFault, difference } from "./partner-grant.rules";
import type { Grant } from "./partner-holding.service";
import { persGrantService } from "./pers-grant.service";
import { type Handed, preparedHandoverService } from "./prepared-handover.service";
import { vehicleGrantService } from "./vehicle-grant.service";

const services = { vehicle: vehicleGrantService, pers: persGrantService, brand: brandGrantService };
const paths = { vehicle: "vehicleIds", pers: "persIds", brand: "vehicleBrandIds" } as const;

/** @throws AppError 422 for a partner who neither has accepted nor may accept */
export function assertOpen({ status }: PartnerLink) {
  if (status !== "invited" && status !== "to_confirm")
    throw broken("id", "This partner has not accepted your invitation.");
}

// What somebody has already is not looked up for the invited company: whether it is one that is known must not show.
const forNobody = ({ companyId }: Grant): Grant => ({ companyId, linkedCompanyId: crypto.randomUUID() });

/** @throws AppError 422 that names each thing which cannot be handed over, or is prepared for another partner */
async function assertGood(ctx: KnownCtx, link: PartnerLink, what: Handed, ids: string[]) {
  await services[what].assertGood(ctx, forNobody(link), ids);
  if (what === "brand") return;
  const elsewhere = await preparedHandoverService.elsewhere(ctx, link, what, ids);
  const faultOf = (id: string) => {
    const company = elsewhere.get(id);
    return company && t("It is prepared for {company}.", { company });
  };
  assertNoFault(ids, paths[what], faultOf, () => false);
}

const counted = (what: Handed, from: number, to: number) => {
  const changes: Changes = from === to ? {} : { [`prepared ${what}`]: [from, to] };
  return { changes, result: { changed: Math.abs(to - from) } };
};

/** What a company prepares to hand to a partner that has not accepted yet. */
export const preparePartner = {
  assertGood,

  /** More of it; what is there already stays. @returns how many were added @throws AppError 422 as a hand-over */
  async add(ctx: KnownCtx, link: PartnerLink, what: Handed, ids: string[]) {
    await assertGood(ctx, link, what, ids);
    const { length } = await preparedHandoverService.idsOf(ctx, link.id, what);
    const made = await preparedHandoverService.add(ctx, link.id, what, ids);
    return counted(what, length, length + made.length);
  },

  /** Less of it; what is not there is left out. @returns how many were taken out */
  async remove(ctx: KnownCtx, link: PartnerLink, what: Handed, ids: string[]) {
    const { length } = await preparedHandoverService.idsOf(ctx, link.id, what);
    const gone = await preparedHandoverService.remove(ctx, link.id, what, ids);
    return counted(what, length, length - gone.length);
  },

  /** The whole set of it. @throws AppError 422 as a hand-over */
  async set(ctx: KnownCtx, link: PartnerLink, what: "pers" | "brand", ids: string[]): Promise<Changes> {
    await assertGood(ctx, link, what, ids);
    const held = await preparedHandoverService.idsOf(ctx, link.id, what);
    const gone = await preparedHandoverService.remove(ctx, link.id, what, difference(held, ids));
    const made = await preparedHandoverService.add(ctx, link.id, what, difference(ids, held));
    if (gone.length === 0 && made.length === 0) return {};
    return { [`prepared ${what}`]: [held.length, held.length - gone.length + made.length] };
  },
};
