import { z } from "zod";
import { Email, ShownEmail } from "@/server/kit/call/email.schema";
import { Id } from "@/server/kit/call/wire";
import { valueNames } from "./recipient-value.rules";

/** At most 1,000 people in a call. */
export const AskValues = z
  .object({
    emails: z.array(Email).min(1).max(1000).meta({ description: "The addresses of the people." }),
    names: z
      .array(z.enum(valueNames, { error: "Give firstName, lastName, company, vehicle, device or language." }))
      .min(1)
      .max(valueNames.length)
      .meta({ description: "The names of the values that are wanted." }),
    companyId: Id.nullish().meta({ description: "The company that decides between several of a person." }),
    vehicleId: Id.nullish().meta({ description: "The vehicle that decides between several of a person." }),
  })
  .meta({ id: "AskRecipientValuesDTO" });

export const ValuesOfPeople = z
  .object({
    items: z.array(
      z.object({
        email: ShownEmail,
        values: z.record(z.string(), z.string()).meta({ description: "The values that are known, by their names." }),
        ambiguous: z.array(z.string()).meta({ description: "Names of which the person has several values." }),
      }),
    ),
  })
  .meta({ id: "RecipientValuesDTO" });
