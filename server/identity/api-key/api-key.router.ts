import { permitted, router } from "@/server/kit/call/procedure";
import { ById, byId } from "@/server/kit/call/wire";
import { listProcedures } from "@/server/kit/list/list-procedures";
import { ApiKey, CreateApiKey, ListApiKeys, NewApiKey, RotateApiKey } from "./api-key.schema";
import { apiKeyService } from "./api-key.service";

const withoutSecret = { withoutSecret: apiKeyService.get };

/** For screens only: the documents have no operation on keys. */
export const apiKeyRouter = router({
  ...listProcedures({ may: { read: "api-key.read" }, input: ListApiKeys, item: ApiKey, service: apiKeyService }),
  get: permitted("api-key.read")
    .input(ById)
    .output(ApiKey)
    .query(({ ctx, input }) => apiKeyService.get(ctx, input.id)),
  create: permitted("api-key.write", undefined, withoutSecret)
    .input(CreateApiKey)
    .output(NewApiKey)
    .mutation(({ ctx, input }) => apiKeyService.create(ctx, input)),
  rotate: permitted("api-key.write", undefined, withoutSecret)
    .input(RotateApiKey)
    .output(NewApiKey)
    .mutation(({ ctx, input }) => apiKeyService.rotate(ctx, input.id, input.overlap, input.ifMatch)),
  revoke: permitted("api-key.write")
    .input(byId({}))
    .output(ApiKey)
    .mutation(({ ctx, input }) => apiKeyService.revoke(ctx, input.id, input.ifMatch)),
});
