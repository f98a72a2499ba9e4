import { z } from "zod";
import { Id } from "@/server/kit/call/wire";

/** How many devices run what: the most frequent versions, then the rest in two sums. */
export const DevicesByFirmware = z.object({
  total: z.int(),
  versions: z.array(
    z.object({ firmwareVersionId: Id, firmwareVersion: z.string(), category: z.string(), devices: z.int() }),
  ),
  others: z.object({ versions: z.int(), devices: z.int() }),
  withoutFirmware: z.int(),
});

/**
 * Alerts that were open at the end of each of the last days (UTC), by level, the most severe first; the last is now.
 */
export const OpenAlerts = z.object({
  days: z.array(z.string()),
  levels: z.array(
    z.object({ levelAlertId: Id, label: z.string(), color: z.string(), open: z.array(z.int()).describe("one a day") }),
  ),
});

/** Devices in use: those that were heard, and not for a day, and those that never were. */
export const SilentDevices = z.object({ silent: z.int(), neverHeard: z.int() });

export const Figure = z.object({ count: z.int() });

/** Deliveries asked for within the last 30 days, by app; what was opened counts as delivered, and that as sent. */
export const Notifications = z.object({
  apps: z.array(
    z.object({
      keyPlatformTech: z.string(),
      label: z.string(),
      sent: z.int(),
      delivered: z.int(),
      opened: z.int(),
      failed: z.int(),
    }),
  ),
});
