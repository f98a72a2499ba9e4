import { post } from "@/server/kit/call/meta";
import { permitted, router } from "@/server/kit/call/procedure";
import { Nothing } from "@/server/kit/call/wire";
import { SyncPlatformTechs, SyncPortals } from "./platform-sync.schema";
import { assertFromOutside, syncPlatformTechs, syncPortals } from "./platform-sync.service";

const rest = { section: "N Internal sync", auth: "apiKey" } as const;

/** The full lists of a backoffice that runs elsewhere (notification document, Internal sync). */
export const platformSyncRouter = router({
  portals: permitted("notification-sync.write", post("/internals/portals/sync", rest))
    .input(SyncPortals)
    .output(Nothing)
    .mutation(async ({ ctx, input }) => {
      assertFromOutside();
      await syncPortals(ctx, input.items);
    }),
  platformTechs: permitted("notification-sync.write", post("/internals/platform-techs/sync", rest))
    .input(SyncPlatformTechs)
    .output(Nothing)
    .mutation(async ({ ctx, input }) => {
      assertFromOutside();
      await syncPlatformTechs(ctx, input.items);
    }),
});
