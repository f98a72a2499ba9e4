import { z } from "zod";
import { Id, Instant } from "@/server/kit/call/wire";

export const OwnSessions = z.object({
  items: z.array(
    z.object({
      id: Id,
      kind: z.enum(["browser", "api", "reset"]),
      userAgent: z.string().nullable(),
      ip: z.string().nullable(),
      keyPlatformTech: z.string().nullable(),
      mobileDeviceId: z.string().nullable(),
      createdAt: Instant,
      lastSeenAt: Instant,
      expiresAt: Instant,
      isCurrent: z.boolean(),
    }),
  ),
});
export const Ended = z.object({ ended: z.int() });
