import { z } from "zod";
import { ShownEmail } from "@/server/kit/call/email.schema";
import { Id, Search } from "@/server/kit/call/wire";
import { listInput } from "@/server/kit/list/list.schema";

/** Somebody who rides vehicles that the company reaches. */
export const FleetRider = z
  .object({
    id: Id,
    firstName: z.string(),
    lastName: z.string(),
    email: ShownEmail,
    phoneNumber: z.string().nullable(),
    status: z.enum(["pending", "active", "disabled"]),
    vehicles: z.array(
      z.object({ id: Id, vehicleSerialNumber: z.string(), nameVehicle: z.string().nullable(), persDistance: z.int() }),
    ),
  })
  .meta({ id: "UserCompanyRiderDTO" });

export const ListFleetRiders = listInput({
  sort: ["lastName", "firstName", "email", "status", "createdAt"],
  filters: { search: Search.meta({ description: "Part of the name or the e-mail address." }) },
  order: "lastName:asc",
});
