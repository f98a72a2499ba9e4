import { z } from "zod";
import { router, signedIn } from "@/server/kit/procedure";
import { OfCompany, OwnVehicles, WorkspaceHome } from "./workspace.schema";
import { workspaceService } from "./workspace.service";

/** What people of companies, and riders, see of their own; for the portal's screens. */
export const workspaceRouter = router({
  home: signedIn()
    .input(OfCompany)
    .output(WorkspaceHome)
    .query(({ ctx, input }) => workspaceService.home(ctx, input.companyId)),
  ownVehicles: signedIn()
    .input(z.object({}))
    .output(OwnVehicles)
    .query(({ ctx }) => workspaceService.ownVehicles(ctx)),
});
