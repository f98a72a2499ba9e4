import { and, asc, eq } from "drizzle-orm";
import type { z } from "zod";
import { companies, companyLinks, userCompanies, users } from "@/db/schema";
import { type Ctx, inTransaction, type KnownCtx } from "@/server/kit/call/context";
import { broken, notFound } from "@/server/kit/call/errors";
import type { Changes } from "@/server/kit/record/audit";
import { t } from "@/texts/t";
import { brandGrantService } from "./brand-grant.service";
import type { PartnerKind, PartnerLink } from "./company-partner.rules";
import type { UpdatePartner } from "./company-partner.schema";
import { type Grant, partnerHoldingService } from "./partner-holding.service";
import { correctInvitation, invitePartners, lockPartners, resendInvitation } from "./partner-invitation.service";
import { partnerLinkService } from "./partner-link.service";
import { type Invited, knownPartners, noRoom, planPartner } from "./partner-plan.service";
import { remindPartners } from "./partner-reminder.service";
import { persGrantService } from "./pers-grant.service";
import { assertOpen, preparePartner } from "./prepare-partner.service";
import { preparedHandoverService } from "./prepared-handover.service";
import { vehicleGrantService } from "./vehicle-grant.service";

const whole = <R extends { limit?: number }>(request: R) => ({ limit: 1000, ...request });

type Changed<R> = Promise<{ changes: Changes; result: R }>;

/** What is done for a partner who has accepted, and what for one who has not yet. */
interface HandOver<R> {
  now: (ctx: KnownCtx, grant: Grant) => Changed<R>;
  later: (ctx: KnownCtx, link: PartnerLink) => Changed<R>;
}

/** Takes everything back that the company handed to this partner. */
async function endGrants(ctx: KnownCtx, grant: Grant) {
  await persGrantService.endAll(ctx, grant);
  await brandGrantService.endAll(ctx, grant);
  await vehicleGrantService.endAll(ctx, grant);
}

/** Up to 1,000 active members of a partner, once it accepted. */
const usersOf = async (ctx: Ctx, link: PartnerLink) => {
  if (link.status !== "accepted") return [];
  const { id, firstName, lastName, email } = users;
  return ctx.db
    .select({ id, firstName, lastName, email })
    .from(userCompanies)
    .innerJoin(users, eq(users.id, userCompanies.userId))
    .where(and(eq(userCompanies.companyId, link.linkedCompanyId), eq(userCompanies.status, "active")))
    .orderBy(asc(lastName), asc(id))
    .limit(1000);
};

/** Dealers or subcontractors, as the company keeps them that invites them (document 4.9, ADR 44). */
export function partnerService(kind: PartnerKind) {
  const record = partnerLinkService.partners[kind];

  /**
   * Changes what is handed to a partner, as one change of the partnership: now, or where it has not accepted yet, what is
   * prepared for it.
   * @throws AppError 412, and 422 for a partner who will not accept
   */
  const handOver = <R>(ctx: KnownCtx, id: string, action: string, work: HandOver<R>, ifMatch?: string) =>
    record.change(ctx, id, ifMatch, action, async (ctx, link) => {
      if (link.status === "accepted") return work.now(ctx, link);
      assertOpen(link);
      return work.later(ctx, link);
    });

  return {
    ...record,
    handOver,

    /** Up to 1,000 where no limit is given. */
    list: (ctx: KnownCtx, request: Parameters<typeof record.list>[1]) => record.list(ctx, whole(request)),

    /**
     * Invites a partner. The answer, its time and the mail to the given address are the same whether its register number or
     * the address is known or not.
     * @throws AppError 422 for the company itself, a partner already, and addresses of its own people
     */
    create: (ctx: KnownCtx, partner: Invited) =>
      inTransaction(ctx, async (ctx) => {
        await lockPartners(ctx);
        const known = await knownPartners(ctx, kind, [partner]);
        const plan = planPartner(partner, known);
        if (plan.kind === "wrong") throw broken(plan.column, plan.message);
        if (plan.kind === "new" && known.room === 0) throw broken("registerNumber", noRoom());
        if (plan.kind === "there")
          throw broken(
            "registerNumber",
            plan.link.status === "accepted"
              ? kind === "dealer"
                ? "This is your dealer already."
                : "This is your subcontractor already."
              : "This company is invited already.",
          );
        const [made] = await invitePartners(ctx, kind, [partner]);
        if (!made) throw new Error("an invitation came to nothing");
        return record.get(ctx, made.id);
      }),

    /** Another name or address of an invitation. @throws AppError 422 for a partner who has answered */
    update: (ctx: KnownCtx, id: string, values: z.output<typeof UpdatePartner>, ifMatch?: string) =>
      inTransaction(ctx, async (ctx) => {
        await lockPartners(ctx);
        await correctInvitation(ctx, kind, await record.lock(ctx, id, ifMatch), values);
        return record.get(ctx, id);
      }),

    /** Sends the invitation again; an earlier link stops working. */
    resend: (ctx: KnownCtx, id: string): Promise<void> =>
      inTransaction(ctx, async (ctx) => {
        await lockPartners(ctx);
        await resendInvitation(ctx, kind, await record.lock(ctx, id));
      }),

    /**
     * Confirms a partner that accepted under another address than the one invited; from now on something can be handed over.
     * @param email that address, as the caller saw it
     * @throws AppError 422 for a partnership that does not wait for it, and for another address
     */
    confirm: (ctx: KnownCtx, id: string, email: string, ifMatch?: string) =>
      inTransaction(ctx, async (ctx) => {
        const link = await record.lock(ctx, id, ifMatch);
        if (link.status !== "to_confirm")
          throw broken("id", t("This partnership is {status}.", { status: t(link.status) }));
        if (link.acceptedEmail !== email) throw broken("email", "The partner accepted under another address by now.");
        await partnerLinkService.move(ctx, kind, [{ link, to: "accepted", action: "confirm" }]);
        return record.get(ctx, id);
      }),

    remind: (ctx: KnownCtx, ids?: string[]) => remindPartners(ctx, kind, ids),

    /** Ends the partnership and takes back what was handed over. @throws AppError 422 where it has ended */
    end: (ctx: KnownCtx, id: string, ifMatch?: string): Promise<void> =>
      inTransaction(ctx, async (ctx) => {
        const link = await record.lock(ctx, id, ifMatch);
        if (link.status === "ended") throw broken("id", "This partnership has ended already.");
        await endGrants(ctx, link);
        await partnerLinkService.move(ctx, kind, [
          { link, to: "ended", action: "end", values: await lastSeen(ctx, link) },
        ]);
      }),

    /** The stored partnership, for what belongs to it; 404 where it is not this company's. */
    async link(ctx: KnownCtx, id: string): Promise<PartnerLink> {
      await record.get(ctx, id);
      const [link] = await ctx.db.select().from(companyLinks).where(eq(companyLinks.id, id));
      if (!link) throw notFound();
      return link;
    },

    usersOf,
  };
}

/** What the company called its partner last: it sees no later changes of a partner who has left. */
async function lastSeen(ctx: Ctx, link: PartnerLink): Promise<{ name?: string; email?: string | null }> {
  if (link.status !== "accepted") return {};
  const { name, email } = companies;
  const [partner] = await ctx.db.select({ name, email }).from(companies).where(eq(companies.id, link.linkedCompanyId));
  return partner ?? {};
}

const counted = (changes: Changes) => ({ changes, result: { changed: Object.keys(changes).length } });

const dealers = partnerService("dealer");
const subcontractors = partnerService("subcontractor");

export const dealerService = {
  ...dealers,

  /** The dealer with its vehicles and its people. */
  async detail(ctx: KnownCtx, id: string) {
    const shown = await dealers.get(ctx, id);
    const link = await dealers.link(ctx, id);
    const [vehicles, people] = [await partnerHoldingService.vehiclesOf(ctx, link), await dealers.usersOf(ctx, link)];
    return { ...shown, vehicles, users: people, prepared: await preparedHandoverService.of(ctx, id) };
  },

  /** Hands vehicles over. @returns how many were added @throws AppError 422 that names each which is not the company's, or is with another dealer */
  handOverVehicles: (ctx: KnownCtx, id: string, vehicleIds: string[]) =>
    dealers.handOver(ctx, id, "hand-over-vehicles", {
      now: async (ctx, grant) => {
        const made = await vehicleGrantService.add(ctx, grant, vehicleIds);
        const changes: Changes = made.length ? { vehicles: [null, made.length] } : {};
        return { changes, result: { changed: made.length } };
      },
      later: (ctx, link) => preparePartner.add(ctx, link, "vehicle", vehicleIds),
    }),

  /** Takes vehicles back, as one change; one that this dealer does not have is left out. @returns how many it were */
  takeBackVehicles: (ctx: KnownCtx, id: string, vehicleIds: string[]) =>
    dealers.handOver(ctx, id, "take-back-vehicles", {
      now: async (ctx, grant) => {
        const { length } = await vehicleGrantService.remove(ctx, grant, { vehicleIds });
        const changes: Changes = length ? { vehicles: [length, null] } : {};
        return { changes, result: { changed: length } };
      },
      later: (ctx, link) => preparePartner.remove(ctx, link, "vehicle", vehicleIds),
    }),

  /** Takes a vehicle back. 404 for one that this dealer has not from this company. */
  unlinkVehicle: (ctx: KnownCtx, id: string, vehicleId: string): Promise<void> =>
    dealers.handOver(ctx, id, "take-back-vehicle", {
      now: async (ctx, grant) => {
        const gone = await vehicleGrantService.remove(ctx, grant, { vehicleIds: [vehicleId] });
        if (gone.length === 0) throw notFound();
        return { changes: { vehicles: [gone.length, null] }, result: undefined };
      },
      later: async (ctx, link) => {
        const gone = await preparedHandoverService.remove(ctx, link.id, "vehicle", [vehicleId]);
        if (gone.length === 0) throw notFound();
        return { changes: { "prepared vehicles": [gone.length, null] }, result: undefined };
      },
    }),
};

/** The whole set of what is prepared for a partner. */
const setPrepared = async (ctx: KnownCtx, link: PartnerLink, what: "pers" | "brand", ids: string[]) => ({
  changes: await preparePartner.set(ctx, link, what, ids),
  result: undefined,
});

export const subcontractorService = {
  ...subcontractors,

  /** The subcontractor with what it was handed, and its people. */
  async detail(ctx: KnownCtx, id: string) {
    const shown = await subcontractors.get(ctx, id);
    const link = await subcontractors.link(ctx, id);
    const brands = await partnerHoldingService.brandsOf(ctx, link);
    const models = await partnerHoldingService.modelsOf(
      ctx,
      link,
      brands.map((brand) => brand.id),
    );
    const pers = await partnerHoldingService.persOf(ctx, link);
    const prepared = await preparedHandoverService.of(ctx, id);
    return { ...shown, brands, models, pers, prepared, users: await subcontractors.usersOf(ctx, link) };
  },

  /** Sets all devices that it has from this company. @throws AppError 412, and 422 that names each that cannot be given */
  managePers: (ctx: KnownCtx, id: string, persIds: string[], ifMatch?: string) =>
    subcontractors.handOver(
      ctx,
      id,
      "manage-pers",
      {
        now: async (ctx, grant) => ({ changes: await persGrantService.set(ctx, grant, persIds), result: undefined }),
        later: (ctx, link) => setPrepared(ctx, link, "pers", persIds),
      },
      ifMatch,
    ),

  /** Sets all brands that it has from this company. @throws AppError 412, 422 */
  manageBrands: (ctx: KnownCtx, id: string, brandIds: string[], ifMatch?: string) =>
    subcontractors.handOver(
      ctx,
      id,
      "manage-brand",
      {
        now: async (ctx, grant) => ({ changes: await brandGrantService.set(ctx, grant, brandIds), result: undefined }),
        later: (ctx, link) => setPrepared(ctx, link, "brand", brandIds),
      },
      ifMatch,
    ),

  /** Adds to what it has, or takes back, all as one change. @returns how many changed @throws AppError 422 */
  handOverPers: (ctx: KnownCtx, id: string, ids: string[]) =>
    subcontractors.handOver(ctx, id, "hand-over-pers", {
      now: async (ctx, grant) => counted(await persGrantService.addTo(ctx, grant, ids)),
      later: (ctx, link) => preparePartner.add(ctx, link, "pers", ids),
    }),
  takeBackPers: (ctx: KnownCtx, id: string, ids: string[]) =>
    subcontractors.handOver(ctx, id, "take-back-pers", {
      now: async (ctx, grant) => counted(await persGrantService.takeFrom(ctx, grant, ids)),
      later: (ctx, link) => preparePartner.remove(ctx, link, "pers", ids),
    }),
  handOverBrands: (ctx: KnownCtx, id: string, ids: string[]) =>
    subcontractors.handOver(ctx, id, "hand-over-brands", {
      now: async (ctx, grant) => counted(await brandGrantService.addTo(ctx, grant, ids)),
      later: (ctx, link) => preparePartner.add(ctx, link, "brand", ids),
    }),
  takeBackBrands: (ctx: KnownCtx, id: string, ids: string[]) =>
    subcontractors.handOver(ctx, id, "take-back-brands", {
      now: async (ctx, grant) => counted(await brandGrantService.takeFrom(ctx, grant, ids)),
      later: (ctx, link) => preparePartner.remove(ctx, link, "brand", ids),
    }),
};

/** The companies that invited this one: it accepts, refuses and leaves (document 4.9). */
export const manufacturerService = {
  ...partnerLinkService.inviters,

  /**
   * Under another address than the one invited an acceptance waits for the company that invited (`confirm`).
   * @throws AppError 422 for an invitation that is not open
   */
  answer: (ctx: KnownCtx, id: string, status: "accepted" | "refused", ifMatch?: string) =>
    inTransaction(ctx, async (ctx) => {
      const link = await partnerLinkService.inviters.lock(ctx, id, ifMatch);
      if (link.status !== "invited")
        throw broken("status", t("This partnership is {status}.", { status: t(link.status) }));
      return status === "accepted"
        ? partnerLinkService.accept(ctx, link, ctx.actor.kind === "user" ? ctx.actor.email : "")
        : partnerLinkService.answer(ctx, link, "refused", {}, "refuse");
    }),

  /** Ends the partnership; what was handed over goes back. @throws AppError 422 where it has ended */
  leave: (ctx: KnownCtx, id: string, ifMatch?: string) =>
    inTransaction(ctx, async (ctx) => {
      const link = await partnerLinkService.inviters.lock(ctx, id, ifMatch);
      if (link.status === "ended" || link.status === "refused")
        throw broken("id", t("This partnership is {status} already.", { status: t(link.status) }));
      await endGrants(ctx, link);
      return partnerLinkService.answer(ctx, link, "ended", await lastSeen(ctx, link), "leave");
    }),
};
