import { z } from "zod";
import { ofCompany, router, signedIn } from "@/server/kit/call/procedure";
import { fromReplica } from "@/server/kit/call/replica";
import { weekService } from "./week.service";
import {
  OwnVehicles,
  WorkspaceAlerts,
  WorkspaceCeiling,
  WorkspaceHome,
  WorkspaceMembers,
  WorkspacePartners,
  WorkspacePers,
  WorkspaceVehicles,
  WorkspaceWeek,
} from "./workspace.schema";
import { workspaceService } from "./workspace.service";

/** What people of companies, and riders, see of their own; for the portal's screens. */
export const workspaceRouter = router({
  home: ofCompany("member")
    .output(WorkspaceHome)
    .query(({ ctx }) => workspaceService.home(ctx)),
  ceiling: ofCompany("member")
    .output(WorkspaceCeiling)
    .query(({ ctx }) => workspaceService.ceiling(ctx)),
  pers: ofCompany("company-pers.read")
    .output(WorkspacePers)
    .query(({ ctx }) => fromReplica(ctx, workspaceService.pers)),
  alerts: ofCompany("company-pers.read")
    .output(WorkspaceAlerts)
    .query(({ ctx }) => fromReplica(ctx, workspaceService.alerts)),
  week: ofCompany("company-pers.read")
    .output(WorkspaceWeek)
    .query(({ ctx }) => fromReplica(ctx, weekService.distance)),
  dealers: ofCompany("company-dealer.read")
    .output(WorkspacePartners)
    .query(({ ctx }) => fromReplica(ctx, (ctx) => workspaceService.partners(ctx, "dealer"))),
  subcontractors: ofCompany("company-subcontractor.read")
    .output(WorkspacePartners)
    .query(({ ctx }) => fromReplica(ctx, (ctx) => workspaceService.partners(ctx, "subcontractor"))),
  vehicles: ofCompany("company-vehicle.read")
    .output(WorkspaceVehicles)
    .query(({ ctx }) => fromReplica(ctx, workspaceService.vehicles)),
  members: ofCompany("company-member.read")
    .output(WorkspaceMembers)
    .query(({ ctx }) => fromReplica(ctx, workspaceService.members)),
  ownVehicles: signedIn()
    .input(z.object({}))
    .output(OwnVehicles)
    .query(({ ctx }) => workspaceService.ownVehicles(ctx)),
});
