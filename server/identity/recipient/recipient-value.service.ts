import { and, eq, isNull, sql } from "drizzle-orm";
import {
  companies,
  companyVehicleLinks,
  languages,
  pers,
  userCompanies,
  users,
  vehicleBrands,
  vehicleModels,
  vehicles,
} from "@/db/schema";
import type { Ctx } from "@/server/kit/call/context";
import { oneOf } from "@/server/kit/list/list-filters";
import { groupBy } from "@/server/kit/value/group.rules";
import { companyDefaultsOf, type Defaults } from "../portal-user/company-default.service";
import type { ValueName } from "./recipient-value.rules";

/** What a message is about, where that decides between several companies or vehicles of a person. */
export interface About {
  companyId?: string | null;
  vehicleId?: string | null;
}

/** What is known of one recipient. A name without a value is missing; one with several values is `ambiguous`. */
export interface RecipientValues {
  email: string;
  values: Record<string, string>;
  ambiguous: string[];
}

interface Company {
  id: string;
  name: string;
}

const byPerson = <T extends { userId: string }>(rows: T[]) => groupBy(rows, ({ userId }) => userId);

/** The companies that people are members of. */
async function membershipsOf(ctx: Ctx, userIds: string[]) {
  const rows = await ctx.db
    .select({ userId: userCompanies.userId, id: companies.id, name: companies.name })
    .from(userCompanies)
    .innerJoin(companies, eq(companies.id, userCompanies.companyId))
    .where(
      and(oneOf(userCompanies.userId, userIds), eq(userCompanies.status, "active"), eq(companies.status, "active")),
    );
  return byPerson(rows);
}

/** Vehicles by their rider: by the name that people gave them, else by their plate, else by brand and model. */
async function vehiclesOf(ctx: Ctx, userIds: string[]) {
  const rows = await ctx.db
    .select({
      userId: sql<string>`${vehicles.riderId}`,
      id: vehicles.id,
      vehicle: sql<string>`coalesce(nullif(${vehicles.nameVehicle}, ''), nullif(${vehicles.vehicleRegistrationNumber}, ''),
        ${vehicleBrands.name} || ' ' || ${vehicleModels.nameVehicleModel})`,
      device: pers.nuSerialPersNumber,
      company: { id: companies.id, name: companies.name },
    })
    .from(vehicles)
    .innerJoin(vehicleModels, eq(vehicleModels.id, vehicles.vehicleModelId))
    .innerJoin(vehicleBrands, eq(vehicleBrands.id, vehicleModels.vehicleBrandId))
    .leftJoin(pers, eq(pers.id, vehicles.persId))
    .leftJoin(
      companyVehicleLinks,
      and(eq(companyVehicleLinks.vehicleId, vehicles.id), isNull(companyVehicleLinks.endDate)),
    )
    .leftJoin(companies, and(eq(companies.id, companyVehicleLinks.companyId), eq(companies.status, "active")))
    .where(oneOf(vehicles.riderId, userIds));
  return byPerson(rows);
}

/** Those that the message is about, each once; all where it names none. */
function named<T extends { id: string }>(all: T[], id: string | null | undefined): T[] {
  return [...new Map(all.map((one) => [one.id, one])).values()].filter((one) => !id || one.id === id);
}

/** What a language calls itself, such as "français". */
const nameOf = (code: string) => new Intl.DisplayNames([code], { type: "language" }).of(code) ?? code;

/**
 * What is known of the people of these addresses who have an active account, in one call for all of them. A person's company
 * is that of their membership, else the one whose vehicle they ride. What the message is about decides between several.
 * @param names such as "firstName"; one that is not known has no value
 */
export async function valuesOf(
  ctx: Ctx,
  emails: string[],
  names: string[],
  about: About = {},
): Promise<RecipientValues[]> {
  const people = await ctx.db
    .select({
      id: users.id,
      email: users.email,
      firstName: users.firstName,
      lastName: users.lastName,
      languageId: users.languageId,
    })
    .from(users)
    .where(and(oneOf(users.email, emails, "text"), eq(users.status, "active")));
  const ids = people.map(({ id }) => id);
  const wants = (...some: ValueName[]) => some.some((name) => names.includes(name));
  const members = wants("company") ? await membershipsOf(ctx, ids) : new Map<string, Company[]>();
  const riding = wants("company", "vehicle", "device") ? await vehiclesOf(ctx, ids) : new Map<string, never[]>();
  const defaults = wants("language") ? await companyDefaultsOf(ctx, ids) : new Map<string, Defaults>();
  const codes = wants("language")
    ? await ctx.db.select({ id: languages.id, code: languages.code }).from(languages)
    : [];
  return people.map(({ id, email, firstName, lastName, languageId }) => {
    const member = members.get(id) ?? [];
    const ridden = riding.get(id) ?? [];
    const ofVehicles = ridden.flatMap(({ company }) => company ?? []);
    const inCompanies = named(member.length > 0 ? member : ofVehicles, about.companyId);
    const own = named(ridden, about.vehicleId);
    const language = languageId ?? defaults.get(id)?.languageId;
    const found: Record<ValueName, (string | null)[]> = {
      firstName: [firstName],
      lastName: [lastName],
      company: inCompanies.map(({ name }) => name),
      vehicle: own.map(({ vehicle }) => vehicle),
      device: own.map(({ device }) => device),
      language: codes.filter((one) => one.id === language).map(({ code }) => nameOf(code)),
    };
    const asked = Object.entries(found).filter(([name]) => names.includes(name));
    const values = asked.flatMap(([name, [value, ...more]]) =>
      value?.trim() && more.length === 0 ? [[name, value.trim()] as const] : [],
    );
    const ambiguous = asked.flatMap(([name, all]) => (all.length > 1 ? [name] : []));
    return { email, values: Object.fromEntries(values), ambiguous };
  });
}
