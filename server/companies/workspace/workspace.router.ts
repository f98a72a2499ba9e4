import { z } from "zod";
import { ofCompany, router, signedIn } from "@/server/kit/procedure";
import { OwnVehicles, WorkspaceHome, WorkspaceMembers, WorkspacePers, WorkspaceVehicles } from "./workspace.schema";
import { workspaceService } from "./workspace.service";

/** What people of companies, and riders, see of their own; for the portal's screens. */
export const workspaceRouter = router({
  home: ofCompany("member")
    .output(WorkspaceHome)
    .query(({ ctx }) => workspaceService.home(ctx)),
  pers: ofCompany("company-pers.read")
    .output(WorkspacePers)
    .query(({ ctx }) => workspaceService.pers(ctx)),
  vehicles: ofCompany("company-vehicle.read")
    .output(WorkspaceVehicles)
    .query(({ ctx }) => workspaceService.vehicles(ctx)),
  members: ofCompany("company-member.read")
    .output(WorkspaceMembers)
    .query(({ ctx }) => workspaceService.members(ctx)),
  ownVehicles: signedIn()
    .input(z.object({}))
    .output(OwnVehicles)
    .query(({ ctx }) => workspaceService.ownVehicles(ctx)),
});
