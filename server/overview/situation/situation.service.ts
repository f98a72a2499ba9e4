import { and, eq, ne, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { z } from "zod";
import {
  alerts,
  alertTranslations,
  companies,
  companyPersLinks,
  companyVehicleLinks,
  languages,
  levelAlerts,
  levelAlertTranslations,
  pers,
  persAlerts,
  persCurrentData,
  userCompanies,
  users,
  vehicles,
} from "@/db/schema";
import { iotMessages } from "@/db/schema/iot-message";
import { momentOf } from "@/db/schema/moment";
import { mayReadMembers } from "@/server/companies/company/company-fact.service";
import { newestOf, periodsOf } from "@/server/devices/iot/iot-log.service";
import { isCurrent } from "@/server/devices/reach/link-period.service";
import { mayReadPeople } from "@/server/identity/person.service";
import { type KnownCtx, mayDo } from "@/server/kit/call/context";
import { notFound } from "@/server/kit/call/errors";
import type { Permission } from "@/server/permissions";
import { manner } from "@/texts/speech";
import { mostAlerting, usualGapOf } from "./situation.rules";
import type {
  CompanySituation,
  DeviceSituation,
  PersonSituation,
  PersSituation,
  VehicleSituation,
} from "./situation.schema";

// How a record is, for the first sentence of its sheet: one question to the database each, by indexes, however many messages
// a device sent (ADR 124). What is said of others needs the right to see them.

const newestMessages = 200;
const triedMessages = 50;
const shownAdmins = 3;

const none = sql`null`;
const where = (isSeen: boolean, query: SQL) => (isSeen ? query : none);

/** A text in the reader's language, else as it is. */
const inWords = (of: "alert" | "level", own: SQLWrapper) => {
  const [texts, field, parent] =
    of === "alert"
      ? [alertTranslations, alertTranslations.title, alerts.id]
      : [levelAlertTranslations, levelAlertTranslations.label, levelAlerts.id];
  return sql`coalesce((select ${field} from ${texts} join ${languages} on ${languages.id} = ${texts.languageId}
    where ${texts.parentId} = ${parent} and ${languages.code} = ${manner().language}), ${own})`;
};

/** The gravest alert that is open on a device. */
const gravest = (persId: SQLWrapper) => sql`(
  select json_build_object('id', ${alerts.id}, 'label', ${inWords("alert", alerts.alertLabel)}, 'since', ${persAlerts.startedAt},
    'level', json_build_object('label', ${inWords("level", levelAlerts.label)}, 'color', ${levelAlerts.color}, 'rank', ${levelAlerts.rank}))
  from ${persAlerts} join ${alerts} on ${alerts.id} = ${persAlerts.alertId}
  join ${levelAlerts} on ${levelAlerts.id} = ${alerts.levelAlertId}
  where ${persAlerts.persId} = ${persId} and ${persAlerts.endedAt} is null
  order by ${levelAlerts.rank}, ${persAlerts.startedAt} desc limit 1)`;

const openAlertsOf = (persId: SQLWrapper) => sql`(
  select count(*)::int from ${persAlerts} where ${persAlerts.persId} = ${persId} and ${persAlerts.endedAt} is null)`;

const person = (condition: SQL, phone: SQLWrapper) => sql`(
  select json_build_object('id', ${users.id}, 'firstName', ${users.firstName}, 'lastName', ${users.lastName}, 'phoneNumber', ${phone})
  from ${users} where ${condition})`;

/** The rider of a vehicle; the telephone for who may see riders. */
const riderOf = (ctx: KnownCtx, riderId: SQLWrapper) =>
  person(sql`${users.id} = ${riderId}`, where(mayReadPeople(ctx, "Rider"), sql`${users.phoneNumber}`));

const ownerOf = (vehicleId: SQLWrapper) => sql`(
  select json_build_object('id', ${companies.id}, 'name', ${companies.name}) from ${companyVehicleLinks}
  join ${companies} on ${companies.id} = ${companyVehicleLinks.companyId}
  where ${companyVehicleLinks.vehicleId} = ${vehicleId} and ${isCurrent(companyVehicleLinks)} limit 1)`;

/** What is asked of a device; how often it is heard for who may see its messages. */
const deviceColumns = (periods: SQL[]) => {
  const { lastMessageAt, batteryLevel, persId } = persCurrentData;
  const earlier = newestOf(
    periods,
    triedMessages,
    sql`${iotMessages.receivedAt} < ${lastMessageAt} - interval '1 day' and ${iotMessages.receivedAt} > ${lastMessageAt} - interval '4 days'`,
  );
  const isSeen = periods.length > 0;
  return sql`${lastMessageAt} as "lastMessageAt", ${batteryLevel} as "batteryLevel",
    ${openAlertsOf(persId)} as "openAlerts", ${gravest(persId)} as alert,
    ${where(
      isSeen,
      sql`(select json_agg(extract(epoch from at) * 1000) from (
      select at from (${newestOf(periods, newestMessages)}) newest order by at desc limit ${newestMessages}) m)`,
    )} as heard,
    ${where(
      isSeen,
      sql`(select (payload->>'batteryLevel')::float8 from (${earlier}) m
        where jsonb_typeof(payload->'batteryLevel') = 'number' order by at desc limit 1)`,
    )} as "batteryBefore"`;
};

type StoredDevice = Omit<DeviceSituation, "usualGap"> & { heard: number[] | null };

function deviceOf({ heard, alert, lastMessageAt, ...row }: StoredDevice): DeviceSituation {
  const { batteryLevel, batteryBefore, openAlerts } = row;
  return {
    batteryLevel,
    batteryBefore,
    openAlerts,
    lastMessageAt: lastMessageAt && momentOf(lastMessageAt),
    alert: alert && { ...alert, since: momentOf(alert.since) },
    usualGap: heard && usualGapOf(heard),
  };
}

async function one<T>(ctx: KnownCtx, query: SQL): Promise<T> {
  const [row] = await ctx.db.execute(query);
  if (!row) throw notFound();
  return row as T; // as the query names its columns
}

/** The times of a device's messages, for who may see those. */
const periodsFor = (ctx: KnownCtx, persId: string) => (mayDo(ctx.actor, "iot.read") ? periodsOf(ctx, persId) : []);

type Of<S extends z.ZodType> = z.output<S>;

export const situationService = {
  async ofPers(ctx: KnownCtx, id: string): Promise<Of<typeof PersSituation>> {
    const may = (right: Permission) => mayDo(ctx.actor, right);
    const seesRider = may("vehicle.read") || mayReadPeople(ctx, "Rider");
    const periods = await periodsFor(ctx, id);
    const { rider, vehicleCompany, ...device } = await one<
      StoredDevice & Pick<Of<typeof PersSituation>, "rider" | "vehicleCompany">
    >(
      ctx,
      sql`select ${deviceColumns(periods)}, ${where(seesRider, riderOf(ctx, vehicles.riderId))} as rider,
          ${where(may("company.read"), ownerOf(vehicles.id))} as "vehicleCompany"
        from ${pers} join ${persCurrentData} on ${persCurrentData.persId} = ${pers.id}
        left join ${vehicles} on ${vehicles.persId} = ${pers.id} where ${pers.id} = ${id}`,
    );
    return { ...deviceOf(device), rider, vehicleCompany };
  },

  async ofVehicle(ctx: KnownCtx, id: string): Promise<Of<typeof VehicleSituation>> {
    const [vehicle] = await ctx.db.select({ persId: vehicles.persId }).from(vehicles).where(eq(vehicles.id, id));
    if (!vehicle) throw notFound();
    const seesDevice = vehicle.persId !== null && mayDo(ctx.actor, "pers.read");
    const periods = vehicle.persId !== null && seesDevice ? await periodsFor(ctx, vehicle.persId) : [];
    const { rider, company, ...device } = await one<
      StoredDevice & { rider: Of<typeof VehicleSituation>["rider"]; company: { id: string; name: string } | null }
    >(
      ctx,
      sql`select ${deviceColumns(periods)}, ${riderOf(ctx, vehicles.riderId)} as rider,
          ${where(mayDo(ctx.actor, "company.read"), ownerOf(vehicles.id))} as company
        from ${vehicles} left join ${persCurrentData} on ${persCurrentData.persId} = ${vehicles.persId}
        where ${vehicles.id} = ${id}`,
    );
    return { device: seesDevice ? deviceOf(device) : null, rider, companies: company ? [company] : [] };
  },

  /** @param kind riders alone, for who sees no other portal users */
  async ofPerson(ctx: KnownCtx, id: string, kind: "rider" | "portal-user"): Promise<Of<typeof PersonSituation>> {
    const may = (right: Permission) => mayDo(ctx.actor, right);
    const seesDevice = may("pers.read");
    const ridden = sql`from ${vehicles} left join ${persCurrentData} on ${persCurrentData.persId} = ${vehicles.persId}
      left join ${pers} on ${pers.id} = ${vehicles.persId} where ${vehicles.riderId} = ${users.id}`;
    const vehicle = sql`(
      select json_build_object('id', ${vehicles.id},
        'name', concat_ws(' ', ${vehicles.nameVehicle}, ${vehicles.vehicleSerialNumber}),
        'pers', ${where(seesDevice, sql`case when ${pers.id} is not null then json_build_object('id', ${pers.id}, 'nuSerialPersNumber', ${pers.nuSerialPersNumber}) end`)},
        'lastMessageAt', ${where(seesDevice, sql`${persCurrentData.lastMessageAt}`)},
        'batteryLevel', ${where(seesDevice, sql`${persCurrentData.batteryLevel}`)},
        'openAlerts', ${seesDevice ? openAlertsOf(vehicles.persId) : sql`0`})
      ${ridden} order by ${persCurrentData.lastMessageAt} desc nulls last, ${vehicles.id} limit 1)`;
    const found = await one<Of<typeof PersonSituation>>(
      ctx,
      sql`select (select count(*)::int from ${vehicles} where ${vehicles.riderId} = ${users.id}) as "vehiclesCount",
          ${vehicle} as vehicle,
          ${where(
            may("company.read"),
            sql`(select json_agg(json_build_object('id', ${companies.id}, 'name', ${companies.name}) order by ${companies.name})
              from ${userCompanies} join ${companies} on ${companies.id} = ${userCompanies.companyId}
              where ${userCompanies.userId} = ${users.id} and ${userCompanies.status} = 'active')`,
          )} as companies
        from ${users} where ${and(eq(users.id, id), kind === "rider" ? eq(users.type, "Rider") : ne(users.type, "Staff"))}`,
    );
    const { vehiclesCount } = found;
    const ride = found.vehicle && {
      ...found.vehicle,
      lastMessageAt: found.vehicle.lastMessageAt && momentOf(found.vehicle.lastMessageAt),
    };
    return { vehiclesCount, companies: found.companies ?? [], vehicle: ride };
  },

  async ofCompany(ctx: KnownCtx, id: string): Promise<Of<typeof CompanySituation>> {
    const alerting = sql`(select count(*)::int from (
      select from ${companyPersLinks} where ${companyPersLinks.companyId} = ${companies.id} and ${isCurrent(companyPersLinks)}
        and exists (select from ${persAlerts} where ${persAlerts.persId} = ${companyPersLinks.persId} and ${persAlerts.endedAt} is null)
      limit ${mostAlerting}) few)`;
    const found = await one<{ admins: Of<typeof CompanySituation>["admins"] | null; openAlerts: number }>(
      ctx,
      sql`select ${where(mayDo(ctx.actor, "pers.read"), alerting)} as "openAlerts", ${where(
        mayReadMembers(ctx),
        sql`(select json_agg(row_to_json(few)) from (
          select ${users.id} as id, ${users.firstName} as "firstName", ${users.lastName} as "lastName", ${users.phoneNumber} as "phoneNumber"
          from ${userCompanies} join ${users} on ${users.id} = ${userCompanies.userId}
          where ${userCompanies.companyId} = ${companies.id} and ${userCompanies.isAdmin} and ${userCompanies.status} = 'active'
          order by ${users.phoneNumber} is null, ${userCompanies.entryDate} limit ${shownAdmins}) few)`,
      )} as admins from ${companies} where ${companies.id} = ${id}`,
    );
    return { admins: found.admins ?? [], openAlerts: found.openAlerts ?? 0 };
  },
};
