import { z } from "zod";
import { Email, ShownEmail } from "@/server/kit/call/email.schema";
import { NameText } from "@/server/kit/call/name.schema";
import { Id, Search, Stamps, Text } from "@/server/kit/call/wire";
import { NameForReader } from "@/server/kit/language/translation.schema";
import { listInput } from "@/server/kit/list/list.schema";
import { emptyOf, setOf } from "@/server/kit/list/list-operators.schema";
import { choice, said } from "@/server/kit/value/words.rules";
import { companyStatusWords, countedUpTo, verifiedWord } from "./company.rules";

const statuses = choice(companyStatusWords);

const upTo = { description: `Of open links; ${countedUpTo + 1} stands for more than ${countedUpTo}.` };

export const Company = z.object({
  id: Id,
  name: z.string(),
  registerNumber: z.string(),
  companyCategoryId: Id,
  category: z.object({ id: Id, label: z.string(), name: NameForReader }),
  email: ShownEmail.nullable(),
  phoneNumber: z.string().nullable(),
  address: z.string().nullable(),
  countryId: Id.nullable(),
  erpId: z.string().nullable(),
  status: statuses,
  isVerified: z
    .boolean()
    .meta({ description: "false: another company invited it, and staff have not checked it" })
    .register(said, verifiedWord),
  isDuplicate: z.boolean().meta({ description: "Another company has the same register number." }),
  maxUnaccepted: z.int().nullable(),
  peopleCount: z.int().meta({ description: "Members, and people who are invited." }),
  persCount: z.int().meta(upTo),
  vehiclesCount: z.int().meta(upTo),
  ...Stamps,
});

export const CreateCompany = z.object({
  name: NameText(120),
  registerNumber: Text(60),
  companyCategoryId: Id,
  email: Email.nullish(),
  phoneNumber: Text(30).nullish(),
  address: Text(300).nullish(),
  countryId: Id.nullish(),
  erpId: Text(60).nullish(),
});

/** What a form edits. */
export const EditCompany = CreateCompany.extend({
  status: statuses,
  isVerified: z.boolean(),
  maxUnaccepted: z.int().min(0).max(100_000).nullish().meta({
    description: "How many partners that never accepted the company may have; 500 where null.",
  }),
});
export const UpdateCompany = EditCompany.partial();

export const ListCompanies = listInput({
  sort: ["name", "registerNumber", "category", "status", "erpId", "createdAt", "updatedAt"],
  filters: {
    name: Search,
    registerNumber: Search,
    companyCategoryId: Id,
    ...setOf("companyCategoryId", Id),
    countryId: Id,
    ...setOf("countryId", Id),
    ...emptyOf("countryId"),
    status: statuses,
    isVerified: z.boolean(),
    isDuplicate: z.boolean().meta({ description: "Whether another company has the same register number." }),
    hasWaitingInvitations: z.boolean().meta({ description: "Whether invitations of partners wait for staff." }),
  },
  order: "name:asc",
});
