import { sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  bigint,
  boolean,
  check,
  customType,
  index,
  integer,
  jsonb,
  text,
  unique,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { createdAt, id, instant, stamps } from "./column";
import { companies } from "./companies";
import { users } from "./identity";
import { backoffice } from "./pg-schema";
import { picture } from "./stored-column";
import { searchIndex, sortIndex } from "./text-index";

/** Bytes, in code as base64: what the wire carries and what the audit trail can keep. */
const bytea = customType<{ data: string; driverData: Buffer }>({
  dataType: () => "bytea",
  fromDriver: (bytes) => bytes.toString("base64"),
  toDriver: (base64) => Buffer.from(base64, "base64"),
});

/** What is mounted on a vehicle; `version` is that of this shape. */
export interface KitConfiguration {
  version: 1;
  handlebar?: string;
  mount?: string;
  display?: string;
  battery?: string;
  wheelSizeInches?: number;
  sensors: string[];
}

export const modelPers = backoffice.table(
  "model_pers",
  {
    id: id(),
    label: text().notNull().unique("model_pers_label"),
    description: text(),
    /** key of a stored picture */
    picture: picture("model-pers"),
    ...stamps(),
  },
  (t) => [index("model_pers_created_at").on(t.createdAt, t.id)],
);

export const firmwareCategories = backoffice.table(
  "firmware_categories",
  {
    id: id(),
    label: text().notNull(),
    description: text(),
    ...stamps(),
  },
  () => [uniqueIndex("firmware_categories_label").on(sql`lower(label)`)],
);

// A replacement cannot be padded, so ten zeros are put before each number and then only its last ten digits are kept.
const plainVersion = "split_part(firmware_version, '+', 1)";
const markedVersion = `regexp_replace(${plainVersion}, '-', ' ') || case when strpos(${plainVersion}, '-') = 0 then '!' else '' end`;
const padded = `regexp_replace(regexp_replace(${markedVersion}, '(\\d+)', '0000000000\\1', 'g'), '\\d*(\\d{10})', '\\1', 'g')`;

export const firmwareVersions = backoffice.table(
  "firmware_versions",
  {
    id: id(),
    firmwareVersion: text().notNull(),
    /** Sorts as versions do, not as text: `versionKey` of version.rules.ts of the kit in SQL. */
    firmwareVersionSort: text().generatedAlwaysAs(sql.raw(padded)),
    categoryId: uuid()
      .notNull()
      .references(() => firmwareCategories.id),
    updateId: text().notNull(),
    /** 1 main, 2 bootloader, 3 radio */
    firmwareType: integer().notNull(),
    releaseNote: text(),
    uuid: uuid().notNull().unique("firmware_versions_uuid"),
    isActivated: boolean().notNull().default(false),
    /** Ed25519 over the image, made elsewhere, as base64 */
    signature: text(),
    ...stamps(),
  },
  (t) => [
    check("firmware_versions_type", sql`firmware_type in (1, 2, 3)`),
    unique("firmware_versions_key").on(t.categoryId, t.updateId, t.firmwareType, t.firmwareVersion),
    index("firmware_versions_created_at").on(t.createdAt, t.id),
  ],
);

export const firmwareCompatibilities = backoffice.table(
  "firmware_compatibilities",
  {
    id: id(),
    firmwareVersionId: uuid()
      .notNull()
      .references(() => firmwareVersions.id, { onDelete: "cascade" }),
    modelPersId: uuid()
      .notNull()
      .references(() => modelPers.id),
    minVersion: text(),
    maxVersion: text(),
    ...stamps(),
  },
  (t) => [unique("firmware_compatibilities_pair").on(t.firmwareVersionId, t.modelPersId)],
);

export const firmwareSegments = backoffice.table(
  "firmware_segments",
  {
    id: id(),
    firmwareVersionId: uuid()
      .notNull()
      .references(() => firmwareVersions.id, { onDelete: "cascade" }),
    index: integer().notNull(),
    startAddress: bigint({ mode: "number" }).notNull(),
    length: bigint({ mode: "number" }).notNull(),
    /** eight hex digits */
    crc32: text().notNull(),
    data: bytea().notNull(),
    createdAt: createdAt(),
  },
  (t) => [unique("firmware_segments_index").on(t.firmwareVersionId, t.index)],
);

export const pers = backoffice.table(
  "pers",
  {
    id: id(),
    nuSerialPersNumber: text().notNull().unique("pers_serial"),
    modelPERSId: uuid("model_pers_id")
      .notNull()
      .references(() => modelPers.id),
    firmwareVersionId: uuid().references(() => firmwareVersions.id),
    erpPersId: text(),
    activationPinHash: text(),
    activationPinAt: instant(),
    initialKitConfiguration: jsonb().$type<KitConfiguration>(),
    currentKitConfiguration: jsonb().$type<KitConfiguration>(),
    status: text({ enum: ["stock", "active", "maintenance", "retired"] })
      .notNull()
      .default("stock"),
    ...stamps(),
  },
  (t) => [
    index("pers_created_at").on(t.createdAt, t.id),
    index("pers_updated_at").on(t.updatedAt, t.id),
    sortIndex("pers_serial_sort", t.nuSerialPersNumber, t.id),
    searchIndex("pers_serial_search", t.nuSerialPersNumber),
    searchIndex("pers_erp_search", t.erpPersId),
    index("pers_model").on(t.modelPERSId),
    index("pers_by_firmware").on(t.firmwareVersionId),
    index("pers_status").on(t.status, t.id),
    index("pers_kit_differs").on(t.id).where(sql`current_kit_configuration is distinct from initial_kit_configuration`),
  ],
);

/** What a PERS was called before: the messages that it sent under that serial number until then are its own. */
export const persFormerSerials = backoffice.table(
  "pers_former_serials",
  {
    id: id(),
    persId: uuid()
      .notNull()
      .references(() => pers.id, { onDelete: "cascade" }),
    nuSerialPersNumber: text().notNull(),
    endedAt: instant().notNull(),
  },
  (t) => [
    index("pers_former_serials_pers").on(t.persId, t.endedAt),
    index("pers_former_serials_serial").on(t.nuSerialPersNumber, t.endedAt),
  ],
);

/**
 * Every firmware a PERS ran. It has no foreign key to the versions, so that it outlives them; of a deleted version the
 * name is kept here.
 */
export const persFirmwareHistory = backoffice.table(
  "pers_firmware_history",
  {
    id: id(),
    persId: uuid()
      .notNull()
      .references(() => pers.id, { onDelete: "cascade" }),
    firmwareVersionId: uuid().notNull(),
    firmwareVersion: text(),
    installedAt: instant().notNull(),
  },
  (t) => [
    index("pers_firmware_history_pers").on(t.persId, t.installedAt),
    index("pers_firmware_history_version").on(t.firmwareVersionId, t.persId),
  ],
);

export const vehicleBrands = backoffice.table("vehicle_brands", {
  id: id(),
  name: text().notNull().unique("vehicle_brands_name"),
  logo: picture("vehicle-brand"),
  ...stamps(),
});

export const vehicleModels = backoffice.table(
  "vehicle_models",
  {
    id: id(),
    vehicleBrandId: uuid()
      .notNull()
      .references(() => vehicleBrands.id),
    nameVehicleModel: text().notNull(),
    vehicleType: text().notNull(),
    year: integer(),
    picture: picture("vehicle-model"),
    /** the company whose own model it is; none where it is for everybody */
    companyId: uuid().references((): AnyPgColumn => companies.id),
    ...stamps(),
  },
  (t) => [
    unique("vehicle_models_name").on(t.companyId, t.vehicleBrandId, t.nameVehicleModel).nullsNotDistinct(),
    index("vehicle_models_brand").on(t.vehicleBrandId),
  ],
);

export const vehicles = backoffice.table(
  "vehicles",
  {
    id: id(),
    vehicleModelId: uuid()
      .notNull()
      .references(() => vehicleModels.id),
    vehicleSerialNumber: text().notNull().unique("vehicles_serial"),
    vehicleRegistrationNumber: text(),
    nameVehicle: text(),
    persId: uuid()
      .references(() => pers.id, { onDelete: "set null" })
      .unique("vehicles_pers"),
    riderId: uuid().references(() => users.id),
    /** km driven with its PERS */
    persDistance: integer().notNull().default(0),
    ...stamps(),
  },
  (t) => [
    index("vehicles_model").on(t.vehicleModelId),
    index("vehicles_rider").on(t.riderId),
    index("vehicles_created_at").on(t.createdAt, t.id),
    index("vehicles_updated_at").on(t.updatedAt, t.id),
    sortIndex("vehicles_serial_sort", t.vehicleSerialNumber, t.id),
    index("vehicles_distance").on(t.persDistance, t.id),
    sortIndex("vehicles_name_sort", t.nameVehicle, t.id),
    searchIndex("vehicles_name_search", t.nameVehicle),
    searchIndex("vehicles_serial_search", t.vehicleSerialNumber),
    searchIndex("vehicles_registration_search", t.vehicleRegistrationNumber),
  ],
);
