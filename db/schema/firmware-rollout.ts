import { sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { id, instant, stamps } from "./column";
import { firmwareVersions, pers } from "./devices";
import { users } from "./identity";
import { backoffice } from "./pg-schema";
import { searchIndex } from "./text-index";

/** When a rollout stops itself, and when a wave is over; hours and days, percent from 0 to 100. */
export interface RolloutGates {
  errorPercent: number;
  errorCount: number | null;
  minEnded: number;
  minFailed: number;
  maxInFlightPercent: number;
  answerHours: number;
  successPercent: number;
  watchHours: number;
  silentDays: number;
  maxDays: number;
  pauseAfterWave: boolean;
}

/** A wave as it is planned; the last one takes what is left. */
export interface PlannedWave {
  label?: string;
  percent?: number;
  count?: number;
}

/** Why a rollout stands still, with the figures of that moment. */
export interface PauseReason {
  code: string;
  at: string;
  wave?: number;
  /** what a person wrote */
  text?: string;
  figures?: Record<string, number>;
}

/** The image that a rollout was started with. */
export interface RolloutImage {
  sha256: string;
  sizeBytes: number;
  segments: { index: number; startAddress: number; length: number; crc32: string }[];
}

/** What each device runs, one version of a type; `pers.firmwareVersionId` is that of type 1. A trigger on `pers` follows what people write there. */
export const persFirmware = backoffice.table(
  "pers_firmware",
  {
    persId: uuid()
      .notNull()
      .references(() => pers.id, { onDelete: "cascade" }),
    firmwareType: integer().notNull(),
    firmwareVersionId: uuid()
      .notNull()
      .references(() => firmwareVersions.id),
    saidAt: instant().notNull(),
    by: text({ enum: ["report", "message", "person"] }).notNull(),
  },
  (t) => [
    primaryKey({ name: "pers_firmware_pk", columns: [t.persId, t.firmwareType] }),
    index("pers_firmware_version").on(t.firmwareVersionId, t.persId),
  ],
);

const rolloutStatus = () =>
  text({
    enum: ["draft", "preparing", "awaiting_approval", "scheduled", "running", "paused", "done", "cancelled"],
  });

/** One firmware version on its way to chosen devices. */
export const firmwareRollouts = backoffice.table(
  "firmware_rollouts",
  {
    id: id(),
    name: text().notNull(),
    firmwareVersionId: uuid()
      .notNull()
      .references(() => firmwareVersions.id),
    /** that of the version, for what is judged by it */
    firmwareType: integer().notNull(),
    status: rolloutStatus().notNull().default("draft"),
    pauseReason: jsonb().$type<PauseReason>(),
    /** query parameters of the list of PERS */
    filters: jsonb().$type<Record<string, unknown>>().notNull(),
    isDynamic: boolean().notNull().default(false),
    allowDowngrade: boolean().notNull().default(false),
    waves: jsonb().$type<PlannedWave[]>().notNull(),
    gates: jsonb().$type<RolloutGates>().notNull(),
    maxPerHour: integer(),
    /** the hour that `hourTaken` offers were made in */
    hourStart: instant(),
    hourTaken: integer().notNull().default(0),
    startAt: instant(),
    image: jsonb().$type<RolloutImage>(),
    /** while it is prepared: how many devices were looked at, of how many, and the last one of them */
    prepared: integer().notNull().default(0),
    toPrepare: integer().notNull().default(0),
    preparedTo: uuid(),
    createdById: uuid().references(() => users.id),
    editorIds: uuid().array().notNull().default(sql`'{}'`),
    startedById: uuid().references(() => users.id),
    approvalHash: text(),
    approvalAskedAt: instant(),
    isApprovalNeeded: boolean().notNull().default(false),
    approvedById: uuid().references(() => users.id),
    approvedAt: instant(),
    sentBackReason: text(),
    rollsBackId: uuid().references((): AnyPgColumn => firmwareRollouts.id),
    startedAt: instant(),
    endedAt: instant(),
    /** when devices that installed were last compared with others */
    comparedAt: instant(),
    /** when it last looked for devices that join */
    joinedAt: instant(),
    ...stamps(),
  },
  (t) => [
    check("firmware_rollouts_type", sql`firmware_type in (1, 2, 3)`),
    index("firmware_rollouts_created_at").on(t.createdAt, t.id),
    index("firmware_rollouts_started_at").on(t.startedAt, t.id),
    index("firmware_rollouts_status").on(t.status, t.id),
    index("firmware_rollouts_version").on(t.firmwareVersionId, t.status),
    index("firmware_rollouts_rolls_back").on(t.rollsBackId),
    index("firmware_rollouts_created_by").on(t.createdById),
    index("firmware_rollouts_started_by").on(t.startedById, t.firmwareVersionId),
    index("firmware_rollouts_approved_by").on(t.approvedById),
    searchIndex("firmware_rollouts_name_search", t.name),
  ],
);

/** A wave of a rollout, with how many of its devices are in each state: moved with them, never counted. */
export const firmwareRolloutWaves = backoffice.table(
  "firmware_rollout_waves",
  {
    id: id(),
    rolloutId: uuid()
      .notNull()
      .references(() => firmwareRollouts.id, { onDelete: "cascade" }),
    index: integer().notNull(),
    label: text(),
    status: text({ enum: ["waiting", "running", "watching", "done"] })
      .notNull()
      .default("waiting"),
    /** of those that joined a dynamic rollout */
    isOfJoiners: boolean().notNull().default(false),
    devices: integer().notNull().default(0),
    waiting: integer().notNull().default(0),
    offered: integer().notNull().default(0),
    downloading: integer().notNull().default(0),
    installed: integer().notNull().default(0),
    failed: integer().notNull().default(0),
    silent: integer().notNull().default(0),
    excluded: integer().notNull().default(0),
    superseded: integer().notNull().default(0),
    cancelled: integer().notNull().default(0),
    /** what had ended when the rollout was resumed: gates judge what ended since */
    judgedInstalled: integer().notNull().default(0),
    judgedFailed: integer().notNull().default(0),
    judgedSince: instant(),
    startedAt: instant(),
    /** when its share of success was reached, and by nothing taken back since */
    reachedAt: instant(),
    endedAt: instant(),
  },
  (t) => [uniqueIndex("firmware_rollout_waves_index").on(t.rolloutId, t.index)],
);

/**
 * A device of a rollout. It names no row of `pers`, so that figures stay when a device is removed; its serial number is kept.
 * Held devices are nobody else's.
 */
export const firmwareRolloutDevices = backoffice.table(
  "firmware_rollout_devices",
  {
    id: id(),
    rolloutId: uuid()
      .notNull()
      .references(() => firmwareRollouts.id, { onDelete: "cascade" }),
    persId: uuid().notNull(),
    serialNumber: text().notNull(),
    /** its model when it was chosen */
    modelPersId: uuid(),
    firmwareType: integer().notNull(),
    isHeld: boolean().notNull(),
    wave: integer().notNull(),
    /** its place in the order, which chance made once */
    place: bigint({ mode: "number" }).notNull(),
    status: text({
      enum: [
        "waiting",
        "offered",
        "downloading",
        "installed",
        "failed",
        "silent",
        "excluded",
        "superseded",
        "cancelled",
      ],
    }).notNull(),
    reason: text(),
    attempt: integer().notNull().default(1),
    offerId: uuid(),
    /** offers of attempts before: their reports are stale */
    formerOfferIds: uuid().array(),
    fromVersionId: uuid(),
    fromVersion: text(),
    offeredAt: instant(),
    /** the download */
    startedAt: instant(),
    /** the last report of a download under way */
    heardAt: instant(),
    endedAt: instant(),
  },
  (t) => [
    uniqueIndex("firmware_rollout_devices_held").on(t.persId, t.firmwareType).where(sql`is_held`),
    uniqueIndex("firmware_rollout_devices_one").on(t.rolloutId, t.persId),
    uniqueIndex("firmware_rollout_devices_offer").on(t.offerId).where(sql`offer_id is not null`),
    index("firmware_rollout_devices_former").using("gin", t.formerOfferIds).where(sql`former_offer_ids is not null`),
    index("firmware_rollout_devices_status").on(t.rolloutId, t.wave, t.status),
    index("firmware_rollout_devices_pers").on(t.persId),
  ],
);

/**
 * How many devices of a rollout ended in an hour (its beginning, UTC), by model, how and why: moved with them, never counted. An
 * hour that all were taken back from says 0.
 */
export const firmwareRolloutHours = backoffice.table(
  "firmware_rollout_hours",
  {
    id: id(),
    rolloutId: uuid()
      .notNull()
      .references(() => firmwareRollouts.id, { onDelete: "cascade" }),
    hour: instant().notNull(),
    modelPersId: uuid(),
    status: text({ enum: ["installed", "failed"] }).notNull(),
    reason: text(),
    devices: integer().notNull(),
  },
  (t) => [
    unique("firmware_rollout_hours_one").on(t.rolloutId, t.hour, t.modelPersId, t.status, t.reason).nullsNotDistinct(),
  ],
);
