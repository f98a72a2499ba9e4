import { z } from "zod";
import { Id, Moment, Text } from "@/server/kit/call/wire";
import { NotificationTypes } from "@/server/kit/value/notification-type.schema";

/** The stamps of the sender are taken and not stored: our copies have their own. */
const stamps = { createdAt: Moment.optional(), updatedAt: Moment.optional() };

const PortalItem = z
  .object({
    id: Id,
    key: Text(100),
    label: Text(120),
    isCustomerPortal: z.boolean(),
    groupRolePortalAccessCode: Text(100),
    ...stamps,
  })
  .meta({ id: "SyncPortalDTO" });

const PlatformTechItem = z
  .object({
    id: Id,
    key: Text(100),
    label: Text(120),
    os: Text(40).nullish(),
    isMobileApp: z.boolean(),
    isWebApp: z.boolean(),
    portalId: Id,
    typeNotificationList: NotificationTypes,
    ...stamps,
  })
  .meta({ id: "SyncPlatformTechDTO" });

/** Full lists: what is not in them is hidden. */
export const SyncPortals = z.object({ items: z.array(PortalItem).max(1000) }).meta({ id: "SyncPortalsDTO" });
export const SyncPlatformTechs = z
  .object({ items: z.array(PlatformTechItem).max(1000) })
  .meta({ id: "SyncPlatformTechsDTO" });
