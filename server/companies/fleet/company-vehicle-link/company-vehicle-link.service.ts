import { eq, isNull, type SQL } from "drizzle-orm";
import type { z } from "zod";
import { companyVehicleLinks, users, vehicles } from "@/db/schema";
import { dealersOf } from "@/server/devices/reach/fleet-reach.service";
import { endAll, endLink, lockLinked, momentNow, overlaps } from "@/server/devices/reach/link-period.service";
import { vehicleService } from "@/server/devices/vehicle/vehicle.service";
import { actorOf } from "@/server/identity/actor";
import { type Ctx, inTransaction, type KnownCtx } from "@/server/kit/call/context";
import { AppError, broken, notFound } from "@/server/kit/call/errors";
import { unknownReference } from "@/server/kit/call/exists";
import { containsAny, equals, oneOf, refersTo } from "@/server/kit/list/list-filters";
import { listService } from "@/server/kit/list/list-service";
import { manyOf } from "@/server/kit/record/many-service";
import { recordService } from "@/server/kit/record/record-service";
import { t } from "@/texts/t";
import { type CreateCompanyVehicleLink, ListFleetVehicles } from "./company-vehicle-link.schema";

const links = companyVehicleLinks;
const userHeader = "bo-current-user-id";

/** A link with its vehicle as the vehicle's own list shows it. */
async function load(ctx: Ctx, ids: string[]) {
  const rows = await ctx.db.select().from(links).where(oneOf(links.id, ids));
  const vehicleIds = rows.map(({ vehicleId }) => vehicleId);
  const [known, dealers] = await Promise.all([vehicleService.load(ctx, vehicleIds), dealersOf(ctx, vehicleIds)]);
  const byId = new Map(known.map((vehicle) => [vehicle.id, vehicle]));
  return rows.flatMap(({ id, vehicleId, startDate }) => {
    const vehicle = byId.get(vehicleId);
    return vehicle ? [{ ...vehicle, id, linkId: id, vehicle, startDate, dealer: dealers.get(vehicleId) ?? null }] : [];
  });
}

const byAnyName = containsAny(vehicles.vehicleSerialNumber, vehicles.vehicleRegistrationNumber, vehicles.nameVehicle);

const options = {
  table: links,
  company: links.companyId,
  input: ListFleetVehicles,
  joins: [{ table: vehicles, on: eq(vehicles.id, links.vehicleId), isRequired: true }],
  sort: {
    startDate: links.startDate,
    "vehicle.vehicleSerialNumber": vehicles.vehicleSerialNumber,
    "vehicle.nameVehicle": vehicles.nameVehicle,
    persDistance: vehicles.persDistance,
    createdAt: links.createdAt,
  },
  filters: {
    vehicleId: equals(links.vehicleId),
    fastSearchString: (value: string) => refersTo(links.vehicleId, vehicles, byAnyName(value)),
  },
};

/** The vehicles that companies have: links that have ended are kept, and not listed. */
const open = listService({
  ...options,
  load,
  large: "company-vehicle-link",
  scope: (): SQL => isNull(links.endDate),
});
const crud = recordService(listService(options), {
  name: "company-vehicle-link",
  label: ({ startDate }) => `Vehicle from ${startDate.slice(0, 10)}`,
});
const many = manyOf(crud);

/** The vehicles of a body, which names one or several. @throws AppError 422 */
function vehiclesOf({ vehicleId, vehicleIds }: z.output<typeof CreateCompanyVehicleLink>) {
  if (vehicleId && vehicleIds) throw broken("vehicleIds", "Give either vehicleId or vehicleIds.");
  const ids = vehicleId ? [vehicleId] : vehicleIds;
  if (!ids) throw broken("vehicleId", "Give vehicleId or vehicleIds.");
  const path = (index: number) => (vehicleId ? "vehicleId" : `vehicleIds.${index}`);
  return { ids, path };
}

/**
 * A key asks on behalf of a person, who is the one that the audit trail names. A person asks for themselves.
 * @throws AppError 400 for a key that names nobody, 422 for a user that does not exist or is not active, or is not the
 * person who asks
 */
async function onBehalfOf<C extends KnownCtx>(ctx: C, userId: string | undefined): Promise<C> {
  const { actor } = ctx;
  if (actor.kind === "user" && userId !== undefined && userId !== actor.id)
    throw broken(userHeader, "This is not the user of the bearer token.");
  if (actor.kind !== "key") return ctx;
  if (userId === undefined) {
    const message = "A key names the user on whose behalf it asks.";
    throw new AppError("invalid_input", `${userHeader}: ${message}`, { errors: [{ path: userHeader, message }] });
  }
  const [user] = await ctx.db.select().from(users).where(eq(users.id, userId));
  if (user?.status !== "active") throw unknownReference(userHeader, "user");
  const person = actorOf(user);
  return { ...ctx, actor: { ...person, label: `${person.label} (by the key ${actor.label})` } };
}

/**
 * Locks the vehicles.
 * @param asked when the links begin; now where not said
 * @returns when they begin
 * @throws AppError 422 that names each vehicle which does not exist, is named twice, or has a link in the way
 */
async function claim(ctx: Ctx, ids: string[], path: (index: number) => string, asked: string | undefined) {
  const known = await lockLinked(ctx, vehicles, vehicles.vehicleSerialNumber, ids);
  const startDate = asked ?? (await momentNow(ctx));
  const where = oneOf(links.vehicleId, ids);
  const taken = await overlaps(ctx, { table: links, linked: links.vehicleId, where }, { startDate, endDate: null });
  const faultOf = (id: string, index: number) => {
    if (!known.has(id)) return t("There is no such {what}.", { what: t("vehicle") });
    if (ids.indexOf(id) < index) return "It is in the list twice.";
    const link = taken.get(id);
    return link && t("The vehicle {name} has a company already: {which}", { name: known.get(id) ?? "", which: link });
  };
  const errors = ids.flatMap((id, index) => {
    const message = faultOf(id, index);
    return message ? [{ path: path(index), message }] : [];
  });
  const [first] = errors;
  if (first)
    throw new AppError(known.size < new Set(ids).size ? "unknown_reference" : "rule_broken", first.message, { errors });
  return startDate;
}

/** Which company has which vehicle, and since when (document 4.7). A vehicle has one company at a time. */
export const companyVehicleLinkService = {
  ...open,

  /** Links the vehicles to the company that was entered, all of them or none. */
  create: (ctx: KnownCtx, values: z.output<typeof CreateCompanyVehicleLink>) =>
    inTransaction(ctx, async (ctx) => {
      const known = await onBehalfOf(ctx, values.currentUserId);
      const { ids, path } = vehiclesOf(values);
      const startDate = await claim(known, ids, path, values.startDate);
      await many.createMany(
        known,
        ids.map((vehicleId) => ({ vehicleId, startDate })),
      );
    }),

  /** Ends every link of a company. */
  endAllOf: (ctx: KnownCtx, companyId: string) =>
    endAll(ctx, { table: links, where: eq(links.companyId, companyId), ...many }),

  /** A link that has ended is as one that does not exist. */
  remove: (ctx: KnownCtx, id: string, ifMatch?: string) =>
    inTransaction(ctx, async (ctx) => {
      const { endDate } = await crud.lock(ctx, id);
      if (endDate !== null) throw notFound();
      await endLink(crud, ctx, id, ifMatch);
    }),
};
