import { z } from "zod";
import {
  Counts,
  DeviceStatus,
  RolloutStatus,
  RolloutVersion,
} from "@/server/devices/firmware-rollout/firmware-rollout.schema";
import { PersRollouts } from "@/server/devices/firmware-rollout/rollout-facts.schema";
import { PersFirmware } from "@/server/devices/pers/pers.schema";
import { Id, Instant, Search, Stamps } from "@/server/kit/call/wire";
import { listInput } from "@/server/kit/list/list.schema";

/** Those that are left out are none of a company's figures. */
const FleetCounts = Counts.omit({ excluded: true }).meta({ id: "FleetFirmwareRolloutCountsDTO" });

/** A rollout as a company sees it: what it brings to the devices that the company reaches, and to no others. */
export const FleetRollout = z
  .object({
    id: Id,
    name: z.string(),
    firmwareVersion: RolloutVersion,
    status: RolloutStatus,
    pauseReason: z
      .object({ code: z.string().meta({ description: "Which gate paused it, or person." }), at: Instant })
      .nullable()
      .meta({ description: "Why it stands still; null while it does not." }),
    devices: z.int().meta({ description: "How many devices that the company reaches are in it." }),
    counts: FleetCounts,
    waves: z
      .array(
        z.object({
          index: z.int(),
          status: z.enum(["waiting", "running", "watching", "done"]).meta({ description: "How the wave stands." }),
          devices: z.int().meta({ description: "How many of its devices the company reaches." }),
          counts: FleetCounts,
        }),
      )
      .meta({ description: "The waves with a device that the company reaches, in their order." }),
    startAt: Instant.nullable().meta({ description: "Not before then; null: at once." }),
    startedAt: Instant.nullable(),
    endedAt: Instant.nullable(),
    ...Stamps,
  })
  .meta({ id: "FleetFirmwareRolloutDTO" });

export const ListFleetRollouts = listInput({
  sort: ["createdAt", "startedAt", "name"],
  filters: {
    status: RolloutStatus,
    firmwareVersionId: Id,
    search: Search.meta({ description: "Part of the name." }),
  },
});

export const ListFleetRolloutDevices = listInput({
  sort: ["wave", "endedAt", "offeredAt"],
  filters: {
    rolloutId: Id.meta({ description: "The rollout." }),
    wave: z.int().min(0).max(1000).meta({ description: "The wave, from 0." }),
    status: DeviceStatus,
    persId: Id,
    search: Search.meta({ description: "Part of the serial number." }),
  },
  order: "wave:asc",
});

/** What a device of the company runs, is to be updated with, and was updated with before. */
export const FleetPersFirmware = PersRollouts.extend({ runs: PersFirmware.shape.items });
