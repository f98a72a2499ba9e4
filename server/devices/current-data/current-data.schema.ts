import { z } from "zod";
import { Id, Instant } from "@/server/kit/call/wire";
import { LevelRef } from "../level-alert/level-alert.schema";

/** What a PERS last said, and the alerts open on it. */
export const CurrentData = z
  .object({
    persId: Id,
    batteryLevel: z.number().nullable().meta({ description: "Charge of the battery in per cent." }),
    distance: z.number().nullable().meta({ description: "Kilometres that the device has counted." }),
    speed: z.number().nullable().meta({ description: "Kilometres an hour." }),
    latitude: z.number().nullable(),
    longitude: z.number().nullable(),
    signal: z.number().nullable().meta({ description: "Strength of the signal in dBm." }),
    firmwareVersion: z.string().nullable().meta({ description: "as the device says, else as it is set" }),
    lastMessageAt: Instant.nullable().meta({ description: "when the device sent its newest message" }),
    alerts: z.array(
      z.object({
        alertId: Id,
        label: z.string().meta({ description: "in the language, else in the default one" }),
        level: LevelRef,
        since: Instant,
      }),
    ),
  })
  .meta({ id: "PersCurrentDataDTO" });

export const GetCurrentData = z.object({ id: Id, languageId: Id.optional() });
