import { z } from "zod";
import { router, signedIn } from "@/server/kit/call/procedure";
import { ById, Nothing } from "@/server/kit/call/wire";
import { ownSessionService } from "./own-session.service";
import { Ended, OwnSessions } from "./session.schema";

const ownTrail = { unaudited: "needs a session of its caller's own; the session service writes the row" };

/** The caller's own sessions, for the profile screen. */
export const sessionRouter = router({
  list: signedIn()
    .input(z.object({}))
    .output(OwnSessions)
    .query(({ ctx }) => ownSessionService.list(ctx)),
  end: signedIn(undefined, ownTrail)
    .input(ById)
    .output(Nothing)
    .mutation(({ ctx, input }) => ownSessionService.end(ctx, input.id)),
  endOthers: signedIn()
    .input(z.object({}))
    .output(Ended)
    .mutation(({ ctx }) => ownSessionService.endOthers(ctx)),
});
