import { z } from "zod";
import { deviceStatusWords } from "@/server/devices/pers/rollout-status.rules";
import { NameText } from "@/server/kit/call/name.schema";
import { byId, bySeen, Id, Instant, LongText, Search, Stamps, StoredInstant } from "@/server/kit/call/wire";
import { listInput } from "@/server/kit/list/list.schema";
import { choice, either } from "@/server/kit/value/words.rules";
import { mostWaves, waveFault } from "./firmware-rollout.rules";
import { rolloutStatusWords } from "./rollout-status.rules";

export const RolloutStatus = choice(rolloutStatusWords).meta({ description: "How the rollout stands." });
export const DeviceStatus = choice(deviceStatusWords);

const Percent = z.number().min(0).max(100);
const gates = {
  errorPercent: Percent.meta({ description: "Pauses when so many percent of those that ended failed." }),
  errorCount: z
    .int()
    .min(1)
    .max(1e7)
    .nullable()
    .meta({ description: "Pauses when so many of a wave failed; null: no limit." }),
  minEnded: z.int().min(1).max(1e6).meta({ description: "`errorPercent` is judged from so many that ended on." }),
  minFailed: z.int().min(1).max(1e6).meta({ description: "`errorPercent` is judged from so many that failed on." }),
  maxInFlightPercent: Percent.meta({
    description: "At most so many percent of a wave are offered or downloading, at least 100.",
  }),
  answerHours: z.number().min(0).max(720).meta({ description: "A download that says nothing for so long has failed." }),
  successPercent: Percent.meta({ description: "A wave is over once so many percent of it run the version." }),
  watchHours: z.number().min(0).max(720).meta({ description: "How long a wave is watched after that." }),
  silentDays: z.number().min(1).max(365).meta({ description: "Who said nothing for so long counts in no gate." }),
  maxDays: z.number().min(1).max(365).meta({ description: "A wave that takes longer pauses." }),
  pauseAfterWave: z.boolean().meta({ description: "Whether it pauses after each wave." }),
};
export const Gates = z.object(gates).meta({ id: "FirmwareRolloutGatesDTO" });
const SomeGates = z
  .object(gates)
  .partial()
  .meta({ description: "When it stops itself; what is not said has its default." });

const Wave = z.object({
  label: NameText(60).optional(),
  percent: Percent.min(0.01).optional().meta({ description: "Its share of all devices." }),
  count: z.int().min(1).max(1e7).optional().meta({ description: "Its number of devices." }),
});
const Waves = z
  .array(Wave)
  .min(1)
  .max(mostWaves)
  .superRefine((waves, ctx) => {
    const fault = waveFault(waves);
    if (fault) ctx.addIssue({ code: "custom", path: [fault.at], message: fault.message });
  })
  .meta({ description: "The waves in their order; the last one takes what is left." });

const Filters = z.record(z.string(), z.unknown()).meta({
  description: "Which devices: query parameters of the list of PERS. One that the list does not have is an error.",
});
const All = z
  .boolean()
  .optional()
  .meta({ description: "Must be true where the filters are empty: every device is meant." });
const Name = NameText(120);
const MaxPerHour = z
  .int()
  .min(1)
  .max(1e6)
  .nullable()
  .meta({ description: "At most so many offers in an hour; null: no limit." });
const StartAt = StoredInstant.nullable().meta({ description: "Not before then; null: at once." });

export const CreateRollout = z
  .object({
    name: Name,
    firmwareVersionId: Id,
    filters: Filters,
    all: All,
    isDynamic: z.boolean().optional().meta({ description: "Devices join that fit its filters later." }),
    allowDowngrade: z.boolean().optional().meta({ description: "Devices with a newer version get it too." }),
    waves: Waves.optional(),
    gates: SomeGates.optional(),
    maxPerHour: MaxPerHour.optional(),
    startAt: StartAt.optional(),
  })
  .meta({ id: "CreateFirmwareRolloutDTO" });

export const UpdateRollout = CreateRollout.partial().meta({ id: "UpdateFirmwareRolloutDTO" });

export const FirmwareType = z.int().meta({ description: "1 main, 2 bootloader, 3 radio", enum: [1, 2, 3] });
export const RolloutVersion = z.object({
  id: Id,
  firmwareVersion: z.string(),
  firmwareType: FirmwareType,
  category: z.object({ id: Id, label: z.string() }),
});
const Person = z.object({ id: Id, name: z.string() });
const how = (word: string) => ({ description: `How many devices are ${word}.` });
export const Counts = z.object({
  waiting: z.int().meta(how("waiting for an offer")),
  offered: z.int().meta(how("offered it")),
  downloading: z.int().meta(how("downloading it")),
  installed: z.int().meta(how("running it")),
  failed: z.int().meta(how("back without it")),
  silent: z.int().meta(how("not heard of")),
  excluded: z.int().meta(how("left out")),
  superseded: z.int().meta(how("running it by another way")),
  cancelled: z.int().meta(how("let go without it")),
});

const PauseReason = z
  .object({
    code: z.string().meta({ description: "Which gate paused it, or person." }),
    at: Instant,
    wave: z.int().optional().meta({ description: "The wave that it is about." }),
    text: z.string().optional().meta({ description: "What a person wrote." }),
    figures: z.record(z.string(), z.number()).optional().meta({ description: "The figures of that moment." }),
  })
  .nullable()
  .meta({ description: "Why it stands still; null while it does not." });

/** A rollout in full. */
export const Rollout = z
  .object({
    id: Id,
    name: z.string(),
    firmwareVersion: RolloutVersion,
    status: RolloutStatus,
    pauseReason: PauseReason,
    filters: z.record(z.string(), z.unknown()).meta({ description: "Query parameters of the list of PERS." }),
    isDynamic: either("Yes", "No").meta({ description: "Devices join that fit its filters later." }),
    allowDowngrade: either("Yes", "No").meta({ description: "Devices with a newer version get it too." }),
    waves: z
      .array(
        z.object({
          index: z.int(),
          label: z.string().nullable(),
          percent: z.number().nullable().meta({ description: "Its share of all devices, where it is planned by one." }),
          count: z.int().nullable().meta({ description: "Its number of devices, where it is planned by one." }),
          status: z.enum(["waiting", "running", "watching", "done"]).meta({ description: "How the wave stands." }),
          devices: z.int().meta({ description: "How many devices it has; 0 before it is prepared." }),
          isOfJoiners: z.boolean().meta({ description: "It is of devices that joined later." }),
          reachedAt: Instant.nullable().meta({ description: "When its share of success was reached." }),
          counts: Counts,
        }),
      )
      .meta({ description: "The waves in their order." }),
    gates: Gates.meta({ description: "When it stops itself." }),
    maxPerHour: z.int().nullable().meta({ description: "At most so many offers in an hour." }),
    startAt: Instant.nullable().meta({ description: "Not before then." }),
    counts: Counts,
    createdBy: Person.nullable().meta({ description: "Who made it; null for a key." }),
    editedBy: z.array(Person).meta({ description: "Who changed it." }),
    startedBy: Person.nullable().meta({ description: "Who started it." }),
    approval: z
      .object({
        hash: z.string().meta({ description: "What is approved: version, devices, waves and gates." }),
        asked: Instant.meta({ description: "When it was ready to be approved." }),
        needed: z.boolean().meta({ description: "Whether it had to be approved." }),
      })
      .nullable()
      .meta({ description: "What is approved; null before it is prepared." }),
    approvedBy: Person.nullable().meta({ description: "Who approved it." }),
    sentBackReason: z.string().nullable().meta({ description: "Why it was sent back last." }),
    progress: z
      .object({ prepared: z.int().meta({ description: "How many devices were looked at." }), devices: z.int() })
      .nullable()
      .meta({ description: "Only while it is prepared." }),
    rollsBackId: Id.nullable().meta({ description: "The rollout that it takes back." }),
    rolledBackByIds: z.array(Id).meta({ description: "Rollouts that take it back." }),
    startedAt: Instant.nullable(),
    endedAt: Instant.nullable(),
    ...Stamps,
  })
  .meta({ id: "FirmwareRolloutDTO" });

export const ListRollouts = listInput({
  sort: ["createdAt", "startedAt", "name"],
  filters: {
    status: RolloutStatus,
    firmwareVersionId: Id,
    modelPERSId: Id.meta({ description: "Its version fits this model." }),
    search: Search.meta({ description: "Part of the name." }),
  },
});

/** What a start would do; nothing is written. */
export const RolloutPlan = z
  .object({
    devices: z.int().meta({ description: "How many devices would get it." }),
    waves: z.array(z.object({ index: z.int(), devices: z.int() })).meta({ description: "How many each wave gets." }),
    excluded: z
      .array(
        z.object({
          reason: z.string().meta({ description: "Why they are left out." }),
          devices: z.int(),
          sample: z.array(z.object({ id: Id, nuSerialPersNumber: z.string() })).meta({ description: "At most five." }),
        }),
      )
      .meta({ description: "Who is left out." }),
  })
  .meta({ id: "FirmwareRolloutPlanDTO" });

/** The plan of what a form holds, which is not stored yet. */
export const PlanDraft = CreateRollout.omit({ name: true, startAt: true, maxPerHour: true, gates: true });

const Reason = LongText(500);
export const ActOn = byId({});
export const ApproveRollout = byId({
  hash: z
    .string()
    .regex(/^[\da-f]{64}$/, "Give the hash of `approval`.")
    .meta({ description: "That of `approval`, as it was looked at." }),
});
export const GiveReason = byId({ reason: Reason });
export const RetryFailed = bySeen({
  persIds: z.array(Id).min(1).max(1000).optional().meta({ description: "These only; all that failed where not said." }),
});
export const RolledBack = z.object({ items: z.array(Rollout) }).meta({ id: "FirmwareRolloutDraftsDTO" });

/** A device of a rollout. */
export const RolloutDevice = z
  .object({
    id: Id,
    pers: z.object({ id: Id, nuSerialPersNumber: z.string() }),
    wave: z.int().meta({ description: "The wave, from 0." }),
    status: DeviceStatus,
    reason: z.string().nullable().meta({ description: "Why it failed or is left out." }),
    attempt: z.int().meta({ description: "Which try this is, from 1." }),
    fromVersion: z.string().nullable().meta({ description: "What it ran before." }),
    offeredAt: Instant.nullable().meta({ description: "When it was offered last." }),
    startedAt: Instant.nullable().meta({ description: "When its download began." }),
    endedAt: Instant.nullable(),
  })
  .meta({ id: "FirmwareRolloutDeviceDTO" });

export const ListRolloutDevices = listInput({
  sort: ["wave", "endedAt", "offeredAt"],
  filters: {
    rolloutId: Id.meta({ description: "The rollout." }),
    wave: z.int().min(0).max(1000).meta({ description: "The wave, from 0." }),
    status: DeviceStatus,
    reason: z.string().max(200),
    modelPERSId: Id,
    search: Search.meta({ description: "Part of the serial number." }),
  },
  order: "wave:asc",
});

/** What a rollout's page draws beside it. */
export const RolloutPicture = z.object({
  points: z.array(z.object({ at: Instant, installed: z.int(), failed: z.int() })),
  failures: z.array(z.object({ reason: z.string(), devices: z.int() })),
  models: z.array(z.object({ id: Id, label: z.string(), installed: z.int(), failed: z.int() })),
});
