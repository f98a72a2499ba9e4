import { z } from "zod";
import { Email } from "@/server/kit/call/email.schema";
import { Id, Instant, Search, Text } from "@/server/kit/call/wire";
import { NameForReader } from "@/server/kit/language/translation.schema";
import { listInput, pageOf } from "@/server/kit/list/list.schema";
import { setOf } from "@/server/kit/list/list-operators.schema";
import { PromisedRoles } from "../invitation/invitation.schema";
import { OwnFields, User } from "../user/user.schema";

export const portalTypes = ["Rider", "Pro Center Admin", "Pro Center Member"] as const;

export const CreatePortalUser = OwnFields.extend({
  email: Email,
  type: z.enum(portalTypes),
  erpId: Text(60).nullish(),
  roleIds: PromisedRoles,
}).meta({ id: "UserPostRequestDTO" });

/** The form of an account that is not pending. */
export const EditPortalUser = z.object({
  ...CreatePortalUser.omit({ roleIds: true }).shape,
  status: z.enum(["active", "disabled"]),
});
export const UpdatePortalUser = EditPortalUser.partial().meta({ id: "UserPatchIdRequestDTO" });

const sort = ["firstName", "lastName", "email", "status", "erpId", "lastLoginAt", "createdAt", "updatedAt"] as const;
const filters = { name: Search, email: Search, countryId: Id, erpId: Search };

const PortalType = z.enum(portalTypes);

export const ListPortalUsers = listInput({
  sort: [...sort, "type"],
  filters: { ...filters, companyId: Id, type: PortalType, ...setOf("type", PortalType) },
});
/** Also by what is built into their vehicles. */
export const ListRiders = listInput({ sort, filters: { ...filters, modelPERSId: Id, firmwareVersionId: Id } });

export const Rider = User.meta({ id: "RiderResponseDTO" });

export const PortalRole = z
  .object({
    id: Id,
    code: z.string(),
    name: z.string(),
    groupCode: z.string(),
    permissions: z.array(z.string()),
    ridersCount: z.int(),
  })
  .meta({ id: "PortalRoleRiderDTO" });

const UserCompany = z.object({
  userCompanyId: Id,
  companyId: Id,
  name: z.string(),
  registerNumber: z.string(),
  companyCategoryCode: z.string(),
  status: z.enum(["invited", "active", "disabled"]),
  role: z.object({ id: Id, title: z.string(), name: NameForReader }).nullable(),
  permissions: z.array(z.string()),
  invitationDate: Instant.nullable(),
  entryDate: Instant.nullable(),
});
export const UserCompanies = pageOf(UserCompany).meta({ id: "UserCompanyLinkListDTO" });
