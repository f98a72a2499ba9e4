import { eq, getTableColumns, isNotNull, isNull, or, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import {
  alerts,
  alertTranslations,
  firmwareVersions,
  languages,
  levelAlerts,
  levelAlertTranslations,
  modelPers,
  pers,
  persAlerts,
  vehicleBrands,
  vehicleModels,
  vehicles,
} from "@/db/schema";
import { inOrder } from "@/db/schema/text-index";
import type { KnownCtx } from "@/server/kit/call/context";
import { Id } from "@/server/kit/call/wire";
import type { ListRequest } from "@/server/kit/list/list.schema";
import { contains, containsAny, equals, oneOf, refersTo, since, until } from "@/server/kit/list/list-filters";
import { lastDaysFilter, rangeFilters, setFilters } from "@/server/kit/list/list-operators";
import { listService } from "@/server/kit/list/list-service";
import { searchable } from "@/server/kit/list/searchable";
import { versionKey } from "@/server/kit/value/version.rules";
import { manner } from "@/texts/speech";
import { alertName, alertWords, titled } from "../alert/alert-name.service";
import { levelRef, levelWords } from "../level-alert/level-name.service";
import { persService } from "../pers/pers.service";
import { ofFirmware as ofFirmwareVersion, onVehicle } from "../pers/pers-row.service";
import { ListPersAlerts } from "./pers-alert.schema";

const ofAlert = (condition: SQL) => refersTo(persAlerts.alertId, alerts, condition);
const ofPers = (condition: SQL) => refersTo(persAlerts.persId, pers, condition);
type Test = (expression: SQLWrapper) => SQL;
const ofLevel = (test: Test) => ofAlert(test(alerts.levelAlertId));
const ofModel = (test: Test) => ofPers(test(pers.modelPERSId));
const ofFirmware = (test: Test) => ofPers(test(pers.firmwareVersionId));
const ofVersion = (test: Test) => ofPers(ofFirmwareVersion(test));
const ofBrand = (test: Test) =>
  ofPers(onVehicle(refersTo(vehicles.vehicleModelId, vehicleModels, test(vehicleModels.vehicleBrandId))));

const model = sql<string>`(select ${modelPers.label} from ${modelPers} where ${modelPers.id} = ${pers.modelPERSId})`;
const firmwareVersion = sql<string | null>`(
  select ${firmwareVersions.firmwareVersion} from ${firmwareVersions}
  where ${firmwareVersions.id} = ${pers.firmwareVersionId})`;
const vehicleBrand = sql<string | null>`(
  select ${vehicleBrands.name} from ${vehicles}
  join ${vehicleModels} on ${vehicleModels.id} = ${vehicles.vehicleModelId}
  join ${vehicleBrands} on ${vehicleBrands.id} = ${vehicleModels.vehicleBrandId} where ${vehicles.persId} = ${pers.id})`;

const raised = listService({
  table: persAlerts,
  scope: "global",
  counted: "all",
  input: ListPersAlerts,
  joins: [
    { table: alerts, on: eq(alerts.id, persAlerts.alertId) },
    { table: levelAlerts, on: eq(levelAlerts.id, alerts.levelAlertId) },
    { table: alertTranslations, on: alertWords },
  ],
  sort: {
    startedAt: persAlerts.startedAt,
    endedAt: persAlerts.endedAt,
    "alert.alertLabel": alerts.alertLabel,
    "alert.name": inOrder(alertName),
    "levelAlert.rank": levelAlerts.rank,
    createdAt: persAlerts.createdAt,
  },
  filters: {
    persId: equals(persAlerts.persId),
    startDate: since(persAlerts.startedAt),
    endDate: until(persAlerts.startedAt),
    alert: (value) =>
      Id.safeParse(value).success
        ? eq(persAlerts.alertId, value)
        : ofAlert(sql`(${containsAny(alerts.alertLabel, alerts.code)(value)} or ${titled(value)})`),
    topicAlert: (value) => ofAlert(contains(alerts.topicAlert)(value)),
    groupAlert: (value) => ofAlert(contains(alerts.groupAlert)(value)),
    levelAlertId: (value) => ofAlert(eq(alerts.levelAlertId, value)),
    ...setFilters("levelAlertId", ofLevel),
    ...lastDaysFilter("startedAt", persAlerts.startedAt),
    modelPERSId: (value) => ofPers(eq(pers.modelPERSId, value)),
    ...setFilters("modelPERSId", ofModel),
    firmwareVersionId: (value) => ofPers(eq(pers.firmwareVersionId, value)),
    ...setFilters("firmwareVersionId", ofFirmware),
    ...rangeFilters("firmwareVersion", ofVersion, versionKey),
    vehicleBrandId: (value) => ofBrand((brand) => sql`${brand} = ${value}`),
    ...setFilters("vehicleBrandId", ofBrand),
    nuSerialPersNumber: (value) => ofPers(contains(pers.nuSerialPersNumber)(value)),
    isOpen: (value) => (value ? isNull : isNotNull)(persAlerts.endedAt),
    openFrom: (value) => or(isNull(persAlerts.endedAt), since(persAlerts.endedAt)(value)),
    openUntil: until(persAlerts.startedAt),
  },
  load: async (ctx, ids) => {
    const { id, code, alertLabel, topicAlert, groupAlert } = alerts;
    const field = sql<string | null>`${alerts.rule}->>'field'`;
    const rows = await ctx.db
      .select({
        ...getTableColumns(persAlerts),
        pers: { id: pers.id, nuSerialPersNumber: pers.nuSerialPersNumber, model, firmwareVersion, vehicleBrand },
        alert: { id, code, alertLabel, name: alertName, topicAlert, groupAlert, field },
        levelAlert: levelRef,
      })
      .from(persAlerts)
      .innerJoin(pers, eq(pers.id, persAlerts.persId))
      .innerJoin(alerts, eq(alerts.id, persAlerts.alertId))
      .innerJoin(levelAlerts, eq(levelAlerts.id, alerts.levelAlertId))
      .leftJoin(alertTranslations, alertWords)
      .leftJoin(levelAlertTranslations, levelWords)
      .where(oneOf(persAlerts.id, ids));
    return rows.map(({ levelAlert, ...row }) => ({ ...row, alert: { ...row.alert, levelAlert } }));
  },
});

type Request = ListRequest & { persId: string };

/** The alerts that were raised on a PERS (document 4.12); messages raise and end them; they cannot be edited. */
export const persAlertService = {
  ...raised,

  /** Those of one PERS; 404 where it does not exist. */
  async list(ctx: KnownCtx, request: ListRequest) {
    await persService.get(ctx, (request as Request).persId);
    return raised.list(ctx, request);
  },
};

/** Of a part of a serial number that very many devices bear, and of a word of very many alerts, only so many are looked at. */
const most = 200;
const isOpen = isNull(persAlerts.endedAt);

/** What the alert is called, in the reader's language where it is. */
const called = {
  getSQL: () => sql`coalesce((
    select ${alertTranslations.title} from ${alertTranslations} join ${languages} on ${languages.id} = ${alertTranslations.languageId}
    where ${alertTranslations.parentId} = ${persAlerts.alertId} and ${languages.code} = ${manner().language}), (
    select ${alerts.alertLabel} from ${alerts} where ${alerts.id} = ${persAlerts.alertId}))`,
};

/** Alerts that are open now: those of a device, by its serial number, and those of a kind, by its words in any language. */
export const openAlertSearch = searchable(raised, {
  kind: "persAlerts",
  needs: "pers.read",
  label: called,
  about: [
    sql`(select ${pers.nuSerialPersNumber} from ${pers} where ${pers.id} = ${persAlerts.persId})`,
    sql`(select coalesce((select ${levelAlertTranslations.label} from ${levelAlertTranslations} where ${levelWords}), ${levelAlerts.label})
      from ${levelAlerts} join ${alerts} on ${alerts.levelAlertId} = ${levelAlerts.id}
      where ${alerts.id} = ${persAlerts.alertId})`,
  ],
  in: [],
  through: (term) => [
    sql`${isOpen} and ${persAlerts.persId} in (
      select ${pers.id} from ${pers} where ${contains(pers.nuSerialPersNumber)(term)} limit ${most})`,
    sql`${isOpen} and ${persAlerts.alertId} in (
      select ${alerts.id} from ${alerts} where ${containsAny(alerts.alertLabel, alerts.topicAlert)(term)}
      union select ${alertTranslations.parentId} from ${alertTranslations} where ${contains(alertTranslations.title)(term)})`,
  ],
});
