import { get } from "@/server/kit/call/meta";
import { permitted, router, signedIn } from "@/server/kit/call/procedure";
import { ById, bySeen, Id } from "@/server/kit/call/wire";
import { listProcedures } from "@/server/kit/list/list-procedures";
import { crudProcedures, restOf } from "@/server/kit/record/crud-procedures";
import {
  AskOwnFeatures,
  ConditionalFeature,
  CreateConditionalFeature,
  CreateLimitedFeature,
  FeatureAudience,
  FeatureTrial,
  LimitedFeature,
  ListConditionalFeatures,
  OwnFeatures,
  UpdateConditionalFeature,
} from "./conditional-feature.schema";
import { conditionalFeatureService } from "./conditional-feature.service";
import { featureAudienceService } from "./feature-audience.service";

const at = "/v1/backoffice/admin/conditionalFeature";
const section = "4.2";

const of = {
  may: { read: "conditional-feature.read", write: "conditional-feature.write" },
  item: ConditionalFeature,
  service: conditionalFeatureService,
} as const;
const { read, write } = of.may;
const input = ListConditionalFeatures;

/** The documents have no GET of a single one; screens do. */
const { get: _, ...rest } = restOf(`${at}/{id}`, section);

/** The documented operations know a feature as on or off; screens see what limits it too (ADR 134). */
export const conditionalFeatureRouter = router({
  ...listProcedures({ ...of, rest: get(at, { section }), input, dto: "ListConditionalFeatureResponseDTO" }),
  ...crudProcedures({ ...of, rest, create: CreateConditionalFeature, update: UpdateConditionalFeature }),
  rows: listProcedures({ ...of, item: LimitedFeature, input }).rows,
  get: crudProcedures({ ...of, item: LimitedFeature }).get,
  createLimited: permitted(write)
    .input(CreateLimitedFeature)
    .output(LimitedFeature)
    .mutation(({ ctx, input }) => conditionalFeatureService.createLimited(ctx, input)),
  updateLimited: permitted(write)
    .input(bySeen(CreateLimitedFeature.shape))
    .output(LimitedFeature)
    .mutation(({ ctx, input: { id, ifMatch, ...values } }) =>
      conditionalFeatureService.updateLimited(ctx, id, values, ifMatch),
    ),
  audience: permitted(read)
    .input(ById)
    .output(FeatureAudience)
    .query(({ ctx, input }) => featureAudienceService.audience(ctx, input.id)),
  trial: permitted(read)
    .input(ById.extend({ userId: Id }))
    .output(FeatureTrial)
    .query(({ ctx, input }) => featureAudienceService.trial(ctx, input.id, input.userId)),
  /** Ours: what apps ask, each for the person who uses it. */
  own: signedIn(get("/v1/users/conditional-features", { section }))
    .input(AskOwnFeatures)
    .output(OwnFeatures)
    .query(({ ctx, input }) => featureAudienceService.own(ctx, input)),
});
