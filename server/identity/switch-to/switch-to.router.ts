import { z } from "zod";
import { get, post } from "@/server/kit/call/meta";
import { permitted, router, signedIn } from "@/server/kit/call/procedure";
import { ById, Nothing } from "@/server/kit/call/wire";
import { listProcedures } from "@/server/kit/list/list-procedures";
import {
  ListSwitchToMembers,
  ListVisits,
  SwitchedScreen,
  SwitchedTo,
  SwitchTo,
  SwitchToMember,
  switchToListDto,
  Visits,
} from "./switch-to.schema";
import { switchToService } from "./switch-to.service";

const at = "/v1/users/switch-to/members";
const section = "4.10";
const ownTrail = { unaudited: "needs a caller with a switch-to password; the service writes the row" };
const byPassword = { ...ownTrail, withoutKey: "it counts tries" };

export const switchToRouter = router({
  ...listProcedures({
    may: { read: "switch-to.use" },
    rest: get(at, { section }),
    input: ListSwitchToMembers,
    item: SwitchToMember,
    dto: switchToListDto,
    service: switchToService,
  }),
  get: permitted("switch-to.use")
    .input(ById)
    .output(SwitchToMember)
    .query(({ ctx, input }) => switchToService.get(ctx, input.id)),
  switchTo: permitted(
    "switch-to.use",
    post(`${at}/{userCompanyId}`, { section, status: 200, dto: "SwitchToRequestDTO" }),
    byPassword,
  )
    .input(SwitchTo)
    .output(SwitchedTo)
    .mutation(({ ctx, input }) => switchToService.switchTo(ctx, input)),
  switchScreen: permitted("switch-to.use", undefined, byPassword)
    .input(SwitchTo)
    .output(SwitchedScreen)
    .mutation(({ ctx, input }) => switchToService.switchScreen(ctx, input)),
  end: signedIn(undefined, ownTrail)
    .input(z.object({}))
    .output(Nothing)
    .mutation(({ ctx }) => switchToService.end(ctx)),
  visits: permitted("portal-user.read")
    .input(ListVisits)
    .output(Visits)
    .query(({ ctx, input }) => switchToService.visits(ctx, input.userId)),
});
