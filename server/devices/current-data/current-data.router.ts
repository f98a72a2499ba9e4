import { get } from "@/server/kit/call/meta";
import { permitted, router } from "@/server/kit/call/procedure";
import { CurrentData, GetCurrentData } from "./current-data.schema";
import { currentDataService } from "./current-data.service";

export const currentDataRouter = router({
  get: permitted("pers.read", get("/v1/backoffice/pers/{id}/current-data", { section: "4.12" }))
    .input(GetCurrentData)
    .output(CurrentData)
    .query(({ ctx, input }) => currentDataService.get(ctx, input.id, input.languageId)),
});
