import { and, asc, sql } from "drizzle-orm";
import { users, vehicles } from "@/db/schema";
import { reachedVehicles } from "@/server/devices/reach/fleet-reach.service";
import type { Ctx, KnownCtx } from "@/server/kit/call/context";
import { containsAny, oneOf } from "@/server/kit/list/list-filters";
import { listService } from "@/server/kit/list/list-service";
import { groupBy } from "@/server/kit/value/group.rules";
import { ListFleetRiders } from "./fleet-rider.schema";

/** Inside a company those of its vehicles alone: somebody may ride for others as well. */
async function load(ctx: Ctx, ids: string[]) {
  const { id, firstName, lastName, email, phoneNumber, status } = users;
  const people = await ctx.db
    .select({ id, firstName, lastName, email, phoneNumber, status })
    .from(users)
    .where(oneOf(id, ids));
  const { riderId, vehicleSerialNumber, nameVehicle, persDistance } = vehicles;
  const ridden = await ctx.db
    .select({ riderId, vehicle: { id: vehicles.id, vehicleSerialNumber, nameVehicle, persDistance } })
    .from(vehicles)
    .where(and(oneOf(riderId, ids), reachedVehicles(ctx)))
    .orderBy(asc(vehicleSerialNumber));
  const byRider = groupBy(ridden, (row) => row.riderId ?? "");
  return people.map((person) => ({
    ...person,
    vehicles: (byRider.get(person.id) ?? []).map(({ vehicle }) => vehicle),
  }));
}

/** Who rides the vehicles that a company reaches (document 4.9). */
export const fleetRiderService = listService({
  table: users,
  scope: (ctx: KnownCtx) =>
    sql`${users.id} in (select ${vehicles.riderId} from ${vehicles} where ${vehicles.riderId} is not null and ${reachedVehicles(ctx)})`,
  input: ListFleetRiders,
  sort: {
    lastName: users.lastName,
    firstName: users.firstName,
    email: users.email,
    status: users.status,
    createdAt: users.createdAt,
  },
  filters: { search: containsAny(users.email, users.firstName, users.lastName) },
  load,
});
