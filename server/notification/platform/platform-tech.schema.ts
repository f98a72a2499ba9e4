import { z } from "zod";
import { Id } from "@/server/kit/call/wire";

/** A platform tech inside of another record. */
export const PlatformTechSummary = z
  .object({ id: Id, key: z.string(), label: z.string() })
  .meta({ id: "PlatformTechSummaryDTO" });

/** Keys or ids, comma-separated in an address. */
export const KeysOrIds = z.array(z.string().max(200)).max(1000);
