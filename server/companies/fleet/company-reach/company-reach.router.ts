import { permitted, router } from "@/server/kit/call/procedure";
import { ById } from "@/server/kit/call/wire";
import { Reaches } from "./company-reach.schema";
import { companyReachService } from "./company-reach.service";

const read = "company-reach.read";

/** "Access", for the sheets of PERS devices and of vehicles. */
export const companyReachRouter = router({
  ofPers: permitted(read)
    .input(ById)
    .output(Reaches)
    .query(({ ctx, input }) => companyReachService.ofPers(ctx, input.id)),
  ofVehicle: permitted(read)
    .input(ById)
    .output(Reaches)
    .query(({ ctx, input }) => companyReachService.ofVehicle(ctx, input.id)),
});
