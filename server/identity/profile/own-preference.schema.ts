import { z } from "zod";
import { Text } from "@/server/kit/call/wire";
import { NotificationTypeNumber } from "@/server/kit/value/notification-type.schema";
import { LocalTime } from "../portal-user/optin.schema";

const switches = {
  inAppNotifications: z.boolean(),
  pushNotifications: z.boolean(),
  emailNotifications: z.boolean(),
};

/** What somebody wants to be sent in each of their apps; quiet hours are local times such as 22:00. */
export const OwnPreferences = z.object({
  timeZone: z.string(),
  items: z.array(
    z.object({
      platformTechKey: z.string(),
      label: z.string(),
      typeNotificationList: z.array(NotificationTypeNumber),
      ...switches,
      quietFrom: z.string().nullable(),
      quietTo: z.string().nullable(),
      isOfCompany: z.boolean().meta({ description: "what the person's companies prefer: they chose nothing yet" }),
    }),
  ),
});

export const SetOwnPreferences = z.object({
  platformTechKey: Text(100),
  ...z.object({ ...switches, quietFrom: LocalTime.nullable(), quietTo: LocalTime.nullable() }).partial().shape,
});
