import { z } from "zod";
import { OwnFields } from "@/server/identity/user/user.schema";
import { Email, ShownEmail } from "@/server/kit/call/email.schema";
import { Id, Search, Stamps } from "@/server/kit/call/wire";
import { listInput } from "@/server/kit/list/list.schema";

export const CompanyPartnerReferent = z
  .object({
    id: Id,
    firstName: z.string(),
    lastName: z.string(),
    email: ShownEmail,
    phoneNumber: z.string().nullable(),
    countryId: Id.nullable(),
    companyIds: z.array(Id),
    companies: z.array(z.object({ id: Id, name: z.string() })),
    ...Stamps,
  })
  .meta({ id: "CompanyPartnerReferentResponseDTO" });

export const CreateCompanyPartnerReferent = OwnFields.omit({ languageId: true })
  .extend({ email: Email, companyIds: z.array(Id).max(1000).optional() })
  .meta({ id: "CreateCompanyPartnerReferentDTO" });

export const UpdateCompanyPartnerReferent = CreateCompanyPartnerReferent.partial().meta({
  id: "UpdateCompanyPartnerReferentDTO",
});

export const ListCompanyPartnerReferents = listInput({
  sort: ["firstName", "lastName", "email", "createdAt", "updatedAt"],
  filters: { email: Search, name: Search.meta({ description: "Part of the first or last name." }), companyId: Id },
});
