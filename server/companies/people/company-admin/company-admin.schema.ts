import { z } from "zod";
import { PermissionCode } from "@/server/identity/catalogue/permission.schema";
import { OwnFields } from "@/server/identity/user/user.schema";
import { Email, ShownEmail } from "@/server/kit/call/email.schema";
import { Id, Instant, Search, Stamps } from "@/server/kit/call/wire";
import { NameForReader } from "@/server/kit/language/translation.schema";
import { listInput } from "@/server/kit/list/list.schema";

const statuses = z.enum(["invited", "active", "disabled"]);

const fields = {
  id: Id.meta({ description: "The membership." }),
  userId: Id,
  company: z.object({ id: Id, name: z.string() }),
  email: ShownEmail,
  firstName: z.string(),
  lastName: z.string(),
  phoneNumber: z.string().nullable(),
  status: statuses,
  isAdmin: z.boolean(),
  companyRole: z.object({ id: Id, title: z.string(), name: NameForReader }).nullable(),
  invitationDate: Instant.nullable(),
  entryDate: Instant.nullable(),
  ...Stamps,
};

export const CompanyAdmin = z.object(fields).meta({ id: "CompanyAdminResponseDTO" });

export const CompanyAdminDetail = z
  .object({
    ...fields,
    permissions: z.array(PermissionCode).meta({ description: "What they may do in the company now." }),
  })
  .meta({ id: "DetailCompanyAdminResponseDTO" });

export const CompanyUser = z
  .object({
    ...fields,
    userId: Id.nullable().meta({ description: "null to the company's own people until the person accepts" }),
  })
  .meta({ id: "UserCompanyDTO" });

export const CreateCompanyAdmin = OwnFields.omit({ countryId: true })
  .extend({
    email: Email,
    companyRoleId: Id.nullish().meta({ description: "The company's default role where not said." }),
  })
  .meta({ id: "CreateCompanyAdminDTO" });

export const InviteMember = z.object({
  ...CreateCompanyAdmin.shape,
  isAdmin: z.boolean().meta({ description: "They are written to as an admin of the company. It gives no right." }),
});

/** The role of a member, or none. */
export const SetMemberRole = z.object({ companyRoleId: Id.nullable() });

const sort = [
  "firstName",
  "lastName",
  "email",
  "company",
  "companyRole",
  "status",
  "invitationDate",
  "entryDate",
  "createdAt",
  "updatedAt",
] as const;
const filters = { name: Search, email: Search, status: statuses };

export const ListCompanyAdmins = listInput({
  sort,
  filters: { ...filters, company: Search.meta({ description: "A part of the company's name." }) },
});

export const ListCompanyUsers = listInput({ sort, filters: { ...filters, roleId: Id } });

/** The roles that an admin can hold in their company. */
export const AdminRoles = z
  .object({ items: z.array(z.object({ id: Id, title: z.string(), isDefault: z.boolean() })) })
  .meta({ id: "PortalRoleCompanyAdminDTO" });
