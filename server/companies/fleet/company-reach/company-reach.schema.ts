import { z } from "zod";
import { ShownLinkType } from "@/server/companies/fleet/company-pers-link/company-pers-link.schema";
import { Id, Instant } from "@/server/kit/call/wire";

const Named = z.object({ id: Id, name: z.string() });

/** One reason why a company may reach a PERS device or a vehicle; a company may have several. */
export const Reach = z.object({
  id: Id.meta({ description: "of the link that is the reason" }),
  company: Named,
  why: z
    .enum(["pers", "vehicle", "dealer", "brand"])
    .meta({ description: "what the company is linked to; dealer: to the vehicle, as its dealer" }),
  linked: Named.meta({ description: "the PERS device, the vehicle or the brand of that link" }),
  linkType: ShownLinkType.nullable().meta({ description: "of a PERS device or a brand" }),
  startDate: Instant.meta({ description: "of a brand: when the link was made" }),
  endDate: Instant.nullable(),
  grantedBy: Named.nullable().meta({ description: "the company that handed it over; null: staff" }),
});

export const Reaches = z.object({ items: z.array(Reach) });
