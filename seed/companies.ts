import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import {
  companyLinks,
  companyPartnerReferentCompanies,
  companyPartnerReferents,
  companyPreferences,
  companyRoles,
  companyTeams,
  companyVehicleBrandLinks,
  companyVehicleLinks,
  dealerVehicles,
  userCompanies,
  users,
  vehicleBrands,
  vehicleModels,
  vehicles,
} from "@/db/schema";
import { countryId, languageId } from "./base";
import { fleetTeamStories, partnerReferentStories, preferenceStories, stockStories } from "./company-story";
import type { People, Person } from "./people";
import type { Random } from "./random";
import { brandStories, companyLinkStories, companyStories, subcontractorsOf } from "./story";
import { day, hour, iso } from "./time";

/** A UUID that only a text decides. */
const uuidFrom = (text: SQL) => sql`overlay(overlay(md5(${text}) placing '7' from 13) placing '8' from 17)::uuid`;

/** Only a partner who accepted is handed a brand; staff link it to others. */
const arePartners = (maker: string, other: string) =>
  companyLinkStories.some(([from, to, kind]) => from === maker && to === other && kind === "subcontractor");

/** Riders who ride for each fleet. */
const pilotsEach = 4;

/** What links companies to brands and vehicles, who rides for the fleets, and how companies want to be written to. */
export async function seedCompanies(db: Database, random: Random, { now, people }: { now: number; people: People }) {
  const companyOf = (key: string) => {
    const found = people.companies.get(key);
    if (!found) throw new Error(`no company ${key} in the story`);
    return found;
  };
  const made = (at: number) => ({ id: random.id(at), createdAt: iso(at), updatedAt: iso(at) });
  const partners = await db.select().from(companyLinks);
  /** When the second company became a partner of the first; long ago for who is none. */
  const partnersSince = (maker: { id: string }, other: { id: string }) => {
    const link = partners.find((one) => one.companyId === maker.id && one.linkedCompanyId === other.id);
    return link?.acceptedAt ? Date.parse(link.acceptedAt) : 0;
  };

  const known = await db.select({ id: vehicleBrands.id, name: vehicleBrands.name }).from(vehicleBrands);
  const brandIds = new Map(known.map(({ id, name }) => [name, id]));
  const brandLinks = brandStories.flatMap(([brand, maker]) => {
    const vehicleBrandId = brandIds.get(brand);
    if (!vehicleBrandId) throw new Error(`no brand ${brand}`);
    const links = [
      [maker, 1, null] as const,
      ...(subcontractorsOf[maker] ?? []).map((key) => [key, 2, arePartners(maker, key) ? maker : null] as const),
    ];
    return links.map(([key, linkType, grantedBy]) => ({
      ...made(
        Math.max(
          now - random.int(200, 1100) * day,
          grantedBy ? partnersSince(companyOf(grantedBy), companyOf(key)) : 0,
        ),
      ),
      companyId: companyOf(key).id,
      vehicleBrandId,
      linkType,
      grantedByCompanyId: grantedBy && companyOf(grantedBy).id,
    }));
  });
  await db.insert(companyVehicleBrandLinks).values(brandLinks);

  for (const [place, [key, teams]] of fleetTeamStories.entries()) {
    const company = companyOf(key);
    await linkFleet(db, company);
    const rows = teams.map(([name, description]) => ({
      ...made(now - random.int(90, 400) * day),
      companyId: company.id,
      name,
      description,
    }));
    await db.insert(companyTeams).values(rows);
    const riders = people.riders.slice(1 + place * pilotsEach, 1 + (place + 1) * pilotsEach);
    await addPilots(db, random, { now, companyId: company.id, teamIds: rows.map(({ id }) => id), riders });
  }

  for (const [maker, dealer] of stockStories) {
    const of = { maker: companyOf(maker), dealer: companyOf(dealer) };
    await linkStock(db, { ...of, since: iso(partnersSince(of.maker, of.dealer)) });
  }

  const languageOf = new Map(companyStories.map(({ key, language }) => [key, language]));
  await db.insert(companyPreferences).values(
    preferenceStories.map(([key, timeZone, distanceUnit, weeklyReport]) => ({
      ...made(now - random.int(30, 300) * day),
      companyId: companyOf(key).id,
      languageId: languageId(languageOf.get(key) ?? "en"),
      timeZone,
      distanceUnit,
      weeklyReport,
    })),
  );

  for (const [firstName, lastName, phoneNumber, country, keys] of partnerReferentStories) {
    const referent = made(now - random.int(60, 500) * day);
    const email = `${firstName}.${lastName}@persdesk.demo`.toLowerCase();
    const values = { ...referent, firstName, lastName, email, phoneNumber, countryId: countryId(country) };
    await db.insert(companyPartnerReferents).values(values);
    const links = keys.map((key) => ({ referentId: referent.id, companyId: companyOf(key).id }));
    await db.insert(companyPartnerReferentCompanies).values(links);
  }
}

interface Pilots {
  now: number;
  companyId: string;
  teamIds: string[];
  riders: Person[];
}

/** Riders who ride for a company, spread over its teams; one whose account waits for its activation is invited. */
async function addPilots(db: Database, random: Random, { now, companyId, teamIds, riders }: Pilots) {
  const [role] = await db
    .select({ id: companyRoles.id })
    .from(companyRoles)
    .where(and(eq(companyRoles.companyId, companyId), companyRoles.isDefault));
  const ids = riders.map(({ id }) => id);
  const found = await db.select({ id: users.id, status: users.status }).from(users).where(inArray(users.id, ids));
  const statusOf = new Map(found.map(({ id, status }) => [id, status]));
  const memberships = ids.map((userId, index) => {
    const at = now - random.int(20, 90) * day;
    const isIn = statusOf.get(userId) === "active";
    const entryDate = isIn ? iso(at + random.int(1, 72) * hour) : null;
    return {
      id: random.id(at),
      userId,
      companyId,
      companyRoleId: role?.id,
      companyTeamId: teamIds[index % teamIds.length],
      status: isIn ? ("active" as const) : ("invited" as const),
      invitationDate: iso(at),
      entryDate,
      createdAt: iso(at),
      updatedAt: entryDate ?? iso(at),
    };
  });
  await db.insert(userCompanies).values(memberships);
}

/** A fleet has the vehicles that are called after it, from the day on which they were fitted; ids follow from the vehicles'. */
const linkFleet = (db: Database, { id, name }: { id: string; name: string }) =>
  db.execute(sql`
    insert into ${companyVehicleLinks} (id, vehicle_id, company_id, start_date, created_at, updated_at)
    select ${uuidFrom(sql`${vehicles.id} || '/company'`)}, ${vehicles.id}, ${id}, ${vehicles.createdAt}, ${vehicles.createdAt},
      ${vehicles.createdAt}
    from ${vehicles} where starts_with(${vehicles.nameVehicle}, ${`${name} `})`);

/** How many vehicles a maker has that no fleet bought, and how many of them stand at its dealer. */
const stockEach = 60;
const atDealer = 12;

interface Stock {
  maker: { id: string };
  dealer: { id: string };
  /** when they became partners */
  since: string;
}

/** A maker has vehicles of its brands that are nobody else's, and some of them stand at a dealer; ids follow from the vehicles'. */
async function linkStock(db: Database, { maker, dealer, since }: Stock) {
  const ofMaker = sql`${vehicles} join ${vehicleModels} on ${vehicleModels.id} = ${vehicles.vehicleModelId}
    join ${companyVehicleBrandLinks} on ${companyVehicleBrandLinks.vehicleBrandId} = ${vehicleModels.vehicleBrandId}
    where ${companyVehicleBrandLinks.companyId} = ${maker.id} and ${companyVehicleBrandLinks.linkType} = 1
      and not exists (select from ${companyVehicleLinks} where ${companyVehicleLinks.vehicleId} = ${vehicles.id})`;
  await db.execute(sql`
    insert into ${companyVehicleLinks} (id, vehicle_id, company_id, start_date, created_at, updated_at)
    select ${uuidFrom(sql`${vehicles.id} || '/stock'`)}, ${vehicles.id}, ${maker.id}::uuid, ${vehicles.createdAt},
      ${vehicles.createdAt}, ${vehicles.createdAt}
    from ${ofMaker} order by ${vehicles.vehicleSerialNumber} limit ${stockEach}`);
  await db.execute(sql`
    insert into ${dealerVehicles} (id, vehicle_id, company_id, granted_by_company_id, created_at, updated_at)
    select ${uuidFrom(sql`${companyVehicleLinks.vehicleId} || '/dealer'`)}, ${companyVehicleLinks.vehicleId}, ${dealer.id}::uuid,
      ${maker.id}::uuid, greatest(${companyVehicleLinks.startDate}, ${since}::timestamptz),
      greatest(${companyVehicleLinks.startDate}, ${since}::timestamptz)
    from ${companyVehicleLinks} join ${vehicles} on ${vehicles.id} = ${companyVehicleLinks.vehicleId}
    where ${companyVehicleLinks.companyId} = ${maker.id}
    order by ${vehicles.vehicleSerialNumber} limit ${atDealer}`);
}
