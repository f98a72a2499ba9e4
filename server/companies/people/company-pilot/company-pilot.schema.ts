import { z } from "zod";
import { OwnFields } from "@/server/identity/user/user.schema";
import { Email, ShownEmail } from "@/server/kit/call/email.schema";
import { Id, Instant, Stamps } from "@/server/kit/call/wire";
import { listInput } from "@/server/kit/list/list.schema";

export const CompanyPilot = z
  .object({
    id: Id.meta({ description: "The membership." }),
    companyTeamId: Id,
    companyTeam: z.object({ id: Id, name: z.string() }),
    user: z.object({
      id: Id.nullable().meta({ description: "null to the company's own people until the person accepts" }),
      email: ShownEmail,
      firstName: z.string(),
      lastName: z.string(),
      phoneNumber: z.string().nullable(),
    }),
    status: z.enum(["invited", "active", "disabled"]),
    invitationDate: Instant.nullable(),
    entryDate: Instant.nullable(),
    ...Stamps,
  })
  .meta({ id: "CompanyPilotResponseDTO" });

const { firstName, lastName, phoneNumber } = OwnFields.shape;

export const CreateCompanyPilot = z
  .object({
    companyTeamId: Id,
    user: z
      .object({ email: Email, firstName, lastName, phoneNumber })
      .meta({ description: "Of a person who has an account, the address alone counts." }),
  })
  .meta({ id: "CreateCompanyPilotDTO" });

export const UpdateCompanyPilot = z
  .object({ companyTeamId: Id.optional().meta({ description: "Another team of the same company." }) })
  .meta({ id: "UpdateCompanyPilotDTO" });

export const ListCompanyPilots = listInput({
  sort: [
    "user.name",
    "user.email",
    "user.phoneNumber",
    "pilot.status",
    "pilot.invitationDate",
    "pilot.entryDate",
    "createdAt",
  ],
  filters: { companyTeamId: Id },
});
