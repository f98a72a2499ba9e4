import { z } from "zod";
import { ShownEmail } from "@/server/kit/call/email.schema";
import { TimeZone } from "@/server/kit/call/time-zone.schema";
import { Id, IfMatch, Instant, Text } from "@/server/kit/call/wire";
import { NameForReader } from "@/server/kit/language/translation.schema";
import { Device } from "@/server/notification/user-device/user-device.schema";
import { Preferences } from "../portal-user/optin.schema";
import { OwnFields, User } from "../user/user.schema";

export const UpdateOwnUser = OwnFields.extend({
  timeZone: TimeZone.nullish().meta({ description: "By whose clock this person's screens show times; null is UTC." }),
}).partial();
export const UpdateMyself = z.object({ ...UpdateOwnUser.shape, ifMatch: IfMatch });

/** The languages that somebody may choose. */
export const Languages = z.object({ items: z.array(z.object({ id: Id, code: z.string(), name: z.string() })) });

const ProfileCompany = z.object({
  userCompanyId: Id,
  companyId: Id,
  name: z.string(),
  registerNumber: z.string(),
  companyCategoryCode: z.string(),
  isVerified: z.boolean().meta({ description: "false: until staff verify the company, it invites no partners" }),
  status: z.enum(["invited", "active", "disabled"]),
  role: z.object({ id: Id, title: z.string(), name: NameForReader }).nullable(),
  permissions: z.array(z.string()).meta({ description: "The role's permissions, under the ceiling of the category." }),
});

export const Profile = User.extend({
  roles: z.array(z.object({ id: Id, code: z.string(), name: z.string(), groupCode: z.string() })),
  permissions: z.array(z.string()),
  companies: z.array(ProfileCompany),
  language: z.object({ id: Id, code: z.string(), name: z.string() }).nullable(),
  country: z.object({ id: Id, code: z.string(), name: z.string() }).nullable(),
  optin: Preferences.nullable(),
  device: Device.nullable(),
  acting: z
    .object({
      id: Id,
      email: ShownEmail,
      firstName: z.string(),
      lastName: z.string(),
      userCompanyId: Id.nullable(),
      reason: z.string().nullable(),
      expiresAt: Instant,
    })
    .nullable()
    .meta({ description: "Under switch-to: the person who acts." }),
  timeZone: z.string().nullable(),
  hasSwitchToPassword: z.boolean(),
}).meta({ id: "GetProfileResponseDTO" });

const clientSays = z.string().max(200).optional();
export const GetProfile = z.object({ keyPlatformTech: clientSays, mobileDeviceId: clientSays });

export const OwnDevice = z.object({ keyPlatformTech: Text(100), mobileDeviceId: Text(200) });
export const OwnPush = z.object({ isOn: z.boolean(), publicKey: z.string().nullable() });
