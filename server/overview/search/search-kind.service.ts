import { ne, type SQLWrapper, sql } from "drizzle-orm";
import {
  companies,
  companyPersLinks,
  companyVehicleLinks,
  modelPers,
  pers,
  persAlerts,
  persCurrentData,
  userCompanies,
  users,
  vehicleBrands,
  vehicleModels,
  vehicles,
} from "@/db/schema";
import { companySearch } from "@/server/companies/company/company.service";
import { formattedTextSearch } from "@/server/content/formatted-text/formatted-text.service";
import { labelSearch } from "@/server/content/label/label.service";
import { messageSearch } from "@/server/content/message/message.service";
import { alertSearch } from "@/server/devices/alert/alert.service";
import { firmwareVersionSearch } from "@/server/devices/firmware-version/firmware-version.service";
import { modelPersSearch } from "@/server/devices/model-pers/model-pers.service";
import { persSearch } from "@/server/devices/pers/pers.service";
import { openAlertSearch } from "@/server/devices/pers-alert/pers-alert.service";
import { vehicleSearch } from "@/server/devices/vehicle/vehicle.service";
import { fullName } from "@/server/identity/person.service";
import { portalUserSearch, riderSearch } from "@/server/identity/portal-user/portal-user.service";
import { roleSearch } from "@/server/identity/role/role.service";
import { staffSearch } from "@/server/identity/staff/staff.service";
import { type KnownCtx, mayDo } from "@/server/kit/call/context";
import type { Searchable } from "@/server/kit/list/searchable";

/** A kind of record that the palette finds, with what a caller on the phone is told apart by. */
export interface SearchKind extends Searchable {
  /** when the device that it is, or that it carries, was last heard */
  heardAt?: SQLWrapper;
  /** the record whose page it is on, where that is not its own */
  page?: { kind: string; id: SQLWrapper };
}

const heard = (persId: SQLWrapper) =>
  sql`(select ${persCurrentData.lastMessageAt} from ${persCurrentData} where ${persCurrentData.persId} = ${persId})`;
const person = (condition: SQLWrapper) => sql`(select ${fullName} from ${users} where ${condition} limit 1)`;
const vehicleOf = (condition: SQLWrapper) =>
  sql`(select concat_ws(' ', ${vehicles.nameVehicle}, ${vehicles.vehicleSerialNumber}) from ${vehicles} where ${condition} limit 1)`;
const companyBy = (links: SQLWrapper) =>
  sql`(select ${companies.name} from ${companies} where ${companies.id} = (${links} limit 1))`;

/** As `modelWithBrand` in vehicle-model.rules.ts says it. */
const modelWithBrand = sql`case when starts_with(lower(${vehicleModels.nameVehicleModel}), lower(${vehicleBrands.name}) || ' ')
  then ${vehicleModels.nameVehicleModel} else ${vehicleBrands.name} || ' ' || ${vehicleModels.nameVehicleModel} end`;

/** The kinds that the person may read as a whole, in this order; what is said beside a record needs its own right. */
export function searchKinds(ctx: KnownCtx): SearchKind[] {
  const may = (right: Parameters<typeof mayDo>[1]) => mayDo(ctx.actor, right);
  const companyOf = (links: SQLWrapper) => (may("company.read") ? [companyBy(links)] : []);
  const riderOf = (condition: SQLWrapper) => (may("rider.read") || may("portal-user.read") ? [person(condition)] : []);

  const people = {
    about: [
      users.email,
      users.phoneNumber,
      ...companyOf(
        sql`select ${userCompanies.companyId} from ${userCompanies} where ${userCompanies.userId} = ${users.id} and ${userCompanies.status} = 'active'`,
      ),
      ...(may("vehicle.read") ? [vehicleOf(sql`${vehicles.riderId} = ${users.id}`)] : []),
    ],
  };
  const all: SearchKind[] = [
    {
      ...persSearch,
      about: [
        sql`(select ${modelPers.label} from ${modelPers} where ${modelPers.id} = ${pers.modelPERSId})`,
        ...companyOf(
          sql`select ${companyPersLinks.companyId} from ${companyPersLinks} where ${companyPersLinks.persId} = ${pers.id} and ${companyPersLinks.endDate} is null order by ${companyPersLinks.linkType}`,
        ),
        ...(may("vehicle.read") ? [vehicleOf(sql`${vehicles.persId} = ${pers.id}`)] : []),
        ...riderOf(
          sql`${users.id} = (select ${vehicles.riderId} from ${vehicles} where ${vehicles.persId} = ${pers.id})`,
        ),
      ],
      heardAt: heard(pers.id),
    },
    {
      ...vehicleSearch,
      about: [
        sql`nullif(${vehicles.vehicleSerialNumber}, hit.label)`,
        vehicles.vehicleRegistrationNumber,
        sql`(select ${modelWithBrand} from ${vehicleModels}
          join ${vehicleBrands} on ${vehicleBrands.id} = ${vehicleModels.vehicleBrandId}
          where ${vehicleModels.id} = ${vehicles.vehicleModelId})`,
        ...companyOf(
          sql`select ${companyVehicleLinks.companyId} from ${companyVehicleLinks} where ${companyVehicleLinks.vehicleId} = ${vehicles.id} and ${companyVehicleLinks.endDate} is null`,
        ),
        ...riderOf(sql`${users.id} = ${vehicles.riderId}`),
      ],
      heardAt: heard(vehicles.persId),
    },
    {
      ...openAlertSearch,
      about: [
        ...(openAlertSearch.about ?? []),
        ...companyOf(
          sql`select ${companyPersLinks.companyId} from ${companyPersLinks} where ${companyPersLinks.persId} = ${persAlerts.persId} and ${companyPersLinks.endDate} is null order by ${companyPersLinks.linkType}`,
        ),
      ],
      page: { kind: persSearch.kind, id: persAlerts.persId },
    },
    companySearch,
    { ...riderSearch, ...people },
    {
      ...portalUserSearch,
      ...people,
      of: may("rider.read") ? withoutRiders(portalUserSearch.of) : portalUserSearch.of,
    },
    staffSearch,
    alertSearch,
    modelPersSearch,
    firmwareVersionSearch,
    labelSearch,
    messageSearch,
    formattedTextSearch,
    roleSearch,
  ];
  return all.filter(({ needs }) => may(needs));
}

/** Who may read riders finds them among riders, once. */
const withoutRiders = ({ table, reach }: Searchable["of"]): Searchable["of"] => ({
  table,
  reach: (ctx) => sql`${reach(ctx) ?? sql`true`} and ${ne(users.type, "Rider")}`,
});
