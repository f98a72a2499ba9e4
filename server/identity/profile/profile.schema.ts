import { z } from "zod";
import { Id, Instant, Stamps } from "@/server/kit/wire";

const userTypes = ["Rider", "Pro Center Admin", "Pro Center Member", "Staff"] as const;

export const User = z
  .object({
    id: Id,
    email: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    phoneNumber: z.string().nullable(),
    countryId: Id.nullable(),
    languageId: Id.nullable(),
    type: z.enum(userTypes),
    status: z.enum(["pending", "active", "disabled"]),
    erpId: z.string().nullable(),
    lastLoginAt: Instant.nullable(),
    ...Stamps,
  })
  .meta({ id: "UserResponseDTO" });

const ProfileCompany = z.object({
  userCompanyId: Id,
  companyId: Id,
  name: z.string(),
  registerNumber: z.string(),
  companyCategoryCode: z.string(),
  status: z.enum(["invited", "active", "disabled"]),
  role: z.object({ id: Id, title: z.string() }).nullable(),
  permissions: z.array(z.string()).meta({ description: "The role's permissions, under the ceiling of the category." }),
});

export const Profile = User.extend({
  roles: z.array(z.object({ id: Id, code: z.string(), name: z.string(), groupCode: z.string() })),
  permissions: z.array(z.string()),
  companies: z.array(ProfileCompany),
  language: z.object({ id: Id, code: z.string(), name: z.string() }).nullable(),
  country: z.object({ id: Id, code: z.string(), name: z.string() }).nullable(),
}).meta({ id: "GetProfileResponseDTO" });

const clientSays = z.string().max(200).optional();
export const GetProfile = z.object({ keyPlatformTech: clientSays, mobileDeviceId: clientSays });
