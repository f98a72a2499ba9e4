import { z } from "zod";
import { PermissionCode } from "@/server/identity/catalogue/permission.schema";
import { NameText } from "@/server/kit/call/name.schema";
import { Id, Search, Stamps, Text } from "@/server/kit/call/wire";
import { NameForReader, translated } from "@/server/kit/language/translation.schema";
import { listInput } from "@/server/kit/list/list.schema";

/** What is translated. */
export const companyCategoryTexts = { label: NameText(80) };

export const CompanyCategory = z
  .object({
    id: Id,
    code: z.string(),
    label: z.string(),
    name: NameForReader,
    permissions: z
      .array(PermissionCode)
      .meta({ description: "The ceiling: no role of a company in this category gives more." }),
    companiesCount: z.int(),
    ...translated("CompanyCategoryTranslationDTO", { label: z.string() }),
    ...Stamps,
  })
  .meta({ id: "CompanyCategoryResponseDTO" });

const Ceiling = z.array(Text(100)).max(1000);

export const UpdateCompanyCategory = z
  .object({ label: NameText(80).optional(), permissions: Ceiling.optional() })
  .meta({ id: "UpdateCompanyCategoryDTO" });

export const ListCompanyCategories = listInput({
  sort: ["label", "code", "createdAt", "updatedAt"],
  filters: { label: Search },
  order: "label:asc",
});

/** The ceiling that somebody is about to set. */
export const PlannedCeiling = z.object({ id: Id, permissions: Ceiling });

/** The roles that would lose rights by a new ceiling: the first 200 by company and title, and how many there are. */
export const CutRoles = z.object({
  totalItems: z.int(),
  items: z.array(
    z.object({
      id: Id,
      title: z.string(),
      company: z.object({ id: Id, name: z.string() }),
      permissions: z.array(PermissionCode).meta({ description: "The rights that it loses." }),
    }),
  ),
});
