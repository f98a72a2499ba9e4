import { z } from "zod";
import { Id, Instant } from "@/server/kit/call/wire";
import { DeviceStatus, FirmwareType, RolloutStatus } from "./firmware-rollout.schema";

const of = {
  id: Id,
  rollout: z.object({ id: Id, name: z.string(), status: RolloutStatus }),
  firmwareVersion: z.object({ id: Id, firmwareVersion: z.string(), firmwareType: FirmwareType }),
  status: DeviceStatus,
  reason: z.string().nullable(),
  attempt: z.int(),
  fromVersion: z.string().nullable(),
  offeredAt: Instant.nullable(),
  endedAt: Instant.nullable(),
};

/** What a device is to be updated with and why it waits, and its updates before, the newest first. */
export const PersRollouts = z.object({
  held: z.array(z.object({ ...of, waits: z.string().nullable().meta({ description: "Why it is offered nothing." }) })),
  earlier: z.array(z.object(of)),
});

/** Rollouts that are not over, those that need somebody first. */
export const RolloutsUnderWay = z.object({
  items: z.array(
    z.object({
      id: Id,
      name: z.string(),
      status: RolloutStatus,
      pauseCode: z.string().nullable(),
      installed: z.int(),
      failed: z.int(),
      devices: z.int(),
    }),
  ),
  hasMore: z.boolean(),
});
