import { z } from "zod";
import { Id, Search, Stamps, Text } from "@/server/kit/call/wire";
import { listInput } from "@/server/kit/list/list.schema";
import { NotificationTypeNumber, NotificationTypes } from "@/server/kit/value/notification-type.schema";

/** What a platform tech runs on; an app for both phones has none. */
export const PlatformOs = z.enum(["Android", "iOS", "Web"]);

export const PlatformTech = z
  .object({
    id: Id,
    key: z.string(),
    label: z.string(),
    os: PlatformOs.nullable(),
    isMobileApp: z.boolean(),
    isWebApp: z.boolean(),
    portalId: Id,
    portal: z.object({ id: Id, key: z.string(), label: z.string() }),
    typeNotificationList: z.array(NotificationTypeNumber),
    ...Stamps,
  })
  .meta({ id: "PlatformTechResponseDTO" });

export const CreatePlatformTech = z
  .object({
    key: Text(100),
    label: Text(120),
    os: PlatformOs.nullish(),
    isMobileApp: z.boolean(),
    isWebApp: z.boolean(),
    portalId: Id,
    typeNotificationList: NotificationTypes,
  })
  .meta({ id: "CreatePlatformTechDTO" });

export const UpdatePlatformTech = CreatePlatformTech.partial().meta({ id: "UpdatePlatformTechDTO" });

export const ListPlatformTechs = listInput({
  sort: ["key", "label", "os", "createdAt", "updatedAt"],
  filters: { label: Search, portalId: Id },
});
