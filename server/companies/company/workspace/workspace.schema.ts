import { z } from "zod";
import { LevelRef } from "@/server/devices/level-alert/level-alert.schema";
import { Id, Instant } from "@/server/kit/call/wire";
import { NameForReader } from "@/server/kit/language/translation.schema";

export const WorkspaceHome = z.object({
  company: z.object({
    id: Id,
    name: z.string(),
    registerNumber: z.string(),
    category: z.string(),
    isVerified: z.boolean(),
  }),
  role: z.string().nullable(),
  permissions: z.array(z.object({ code: z.string(), label: z.string() })),
});

/** The rights that roles of the company can give now. */
export const WorkspaceCeiling = z.object({ codes: z.array(z.string()) });

export const WorkspacePers = z.object({
  total: z.int(),
  silent: z.int(),
  alerting: z.int(),
  urgent: z.int(),
  behind: z.int(),
});
/** Open alerts, the gravest first. */
export const WorkspaceAlerts = z.object({
  items: z.array(
    z.object({
      id: Id,
      persId: Id,
      serialNumber: z.string(),
      vehicle: z.string().nullable(),
      name: NameForReader,
      level: LevelRef,
      since: Instant,
    }),
  ),
  hasMore: z.boolean(),
});
export const WorkspaceWeek = z.object({
  distance: z.number().nullable().meta({ description: "km; null where too many devices were heard of to add them up" }),
});
/** Partners of the company: who has not answered, and whose invitation waits for staff. */
export const WorkspacePartners = z.object({ accepted: z.int(), invited: z.int(), waiting: z.int() });
export const WorkspaceVehicles = z.object({
  total: z.int(),
  withoutRider: z.int(),
  distance: z.number().meta({ description: "km" }),
});
export const WorkspaceMembers = z.object({ active: z.int(), invited: z.int() });

/** The vehicles that somebody rides themselves. */
export const OwnVehicles = z.object({
  items: z.array(
    z.object({
      id: Id,
      name: z.string(),
      model: z.string(),
      brand: z.string(),
      registrationNumber: z.string().nullable(),
      persSerialNumber: z.string().nullable(),
      distance: z.int(),
    }),
  ),
});
