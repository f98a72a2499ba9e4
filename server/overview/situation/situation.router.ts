import { permitted, router } from "@/server/kit/call/procedure";
import { ById } from "@/server/kit/call/wire";
import { CompanySituation, PersonSituation, PersSituation, VehicleSituation } from "./situation.schema";
import { situationService } from "./situation.service";

/** How a record is at this moment, for the first sentence of its sheet. */
export const situationRouter = router({
  ofPers: permitted("pers.read")
    .input(ById)
    .output(PersSituation)
    .query(({ ctx, input }) => situationService.ofPers(ctx, input.id)),
  ofVehicle: permitted("vehicle.read")
    .input(ById)
    .output(VehicleSituation)
    .query(({ ctx, input }) => situationService.ofVehicle(ctx, input.id)),
  ofRider: permitted("rider.read")
    .input(ById)
    .output(PersonSituation)
    .query(({ ctx, input }) => situationService.ofPerson(ctx, input.id, "rider")),
  ofPortalUser: permitted("portal-user.read")
    .input(ById)
    .output(PersonSituation)
    .query(({ ctx, input }) => situationService.ofPerson(ctx, input.id, "portal-user")),
  ofCompany: permitted("company.read")
    .input(ById)
    .output(CompanySituation)
    .query(({ ctx, input }) => situationService.ofCompany(ctx, input.id)),
});
