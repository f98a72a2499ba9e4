import { modelPersRouter } from "@/server/devices/model-pers/model-pers.router";
import { router } from "@/server/trpc";

/** Every procedure there is: what screens call, and, where it carries `rest`, the documented REST API. */
export const appRouter = router({
  modelPers: modelPersRouter,
});

export type AppRouter = typeof appRouter;
