import { z } from "zod";

/** How long a replaced key or secret stays good beside its successor, in seconds. */
export const overlaps = { none: 0, "1h": 3600, "24h": 86_400, "7d": 604_800 } as const;
export type Overlap = keyof typeof overlaps;
export const Overlap = z.enum(Object.keys(overlaps) as [Overlap, ...Overlap[]]);
