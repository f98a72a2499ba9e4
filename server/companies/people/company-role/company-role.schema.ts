import { z } from "zod";
import { PermissionCode } from "@/server/identity/catalogue/permission.schema";
import { NameText } from "@/server/kit/call/name.schema";
import { Id, LongText, Search, SeenVersion, Stamps, Text } from "@/server/kit/call/wire";
import { NameForReader, translated, translations } from "@/server/kit/language/translation.schema";
import { listInput } from "@/server/kit/list/list.schema";

/** What is translated. */
export const companyRoleTexts = { title: NameText(120), description: LongText(500).nullish() };

export const CompanyRole = z
  .object({
    id: Id,
    companyId: Id,
    title: z.string(),
    name: NameForReader,
    description: z.string().nullable(),
    roleManagerId: Id.nullable(),
    isDefault: z.boolean(),
    isActivated: z.boolean(),
    permissions: z.array(PermissionCode).meta({ description: "Permission codes, within the category's ceiling." }),
    membersCount: z.int().meta({ description: "Members and invited people with this role." }),
    ...translated("CompanyRoleTranslationDTO", { title: z.string(), description: z.string().nullable() }),
    ...Stamps,
  })
  .meta({ id: "CompanyRoleResponseDTO" });

export const CreateCompanyRole = z
  .object({
    title: NameText(120),
    description: LongText(500).nullish(),
    roleManagerId: Id.nullish().meta({ description: "The role of the company whose holders look after this one." }),
    permissions: z.array(Text(100)).max(1000).optional(),
    translations: translations(companyRoleTexts),
  })
  .meta({ id: "CreateCompanyRoleDTO" });

/** What a form edits; translations are edited on their own. */
export const CompanyRoleFields = CreateCompanyRole.omit({ translations: true });

export const UpdateCompanyRole = CompanyRoleFields.partial().meta({ id: "UpdateCompanyRoleDTO" });

/** The rights of several roles, as one save of their matrix sends them. */
export const SetCompanyRoleRights = z.object({
  items: z
    .array(z.object({ companyRoleId: Id, permissions: z.array(Text(100)).max(1000), ifMatch: SeenVersion }))
    .min(1)
    .max(1000),
});

export const ListCompanyRoles = listInput({
  sort: ["title", "isDefault", "isActivated", "membersCount", "createdAt", "updatedAt"],
  filters: { title: Search, roleManagerId: Id },
});

/** The rights that a role of the company may hold. */
export const CategoryPermissions = z
  .object({ items: z.array(z.object({ code: z.string(), label: z.string(), moduleId: Id })) })
  .meta({ id: "CompanyCategoryPermissionsResponseDTO" });
