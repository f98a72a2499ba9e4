import { get } from "@/server/kit/call/meta";
import { router } from "@/server/kit/call/procedure";
import { listProcedures } from "@/server/kit/list/list-procedures";
import { crudProcedures, restOf } from "@/server/kit/record/crud-procedures";
import {
  ConditionalFeature,
  CreateConditionalFeature,
  ListConditionalFeatures,
  UpdateConditionalFeature,
} from "./conditional-feature.schema";
import { conditionalFeatureService } from "./conditional-feature.service";

const at = "/v1/backoffice/admin/conditionalFeature";
const section = "4.2";

const of = {
  may: { read: "conditional-feature.read", write: "conditional-feature.write" },
  item: ConditionalFeature,
  service: conditionalFeatureService,
} as const;

/** The documents have no GET of a single one; screens do. */
const { get: _, ...rest } = restOf(`${at}/{id}`, section);

export const conditionalFeatureRouter = router({
  ...listProcedures({
    ...of,
    rest: get(at, { section }),
    input: ListConditionalFeatures,
    dto: "ListConditionalFeatureResponseDTO",
  }),
  ...crudProcedures({ ...of, rest, create: CreateConditionalFeature, update: UpdateConditionalFeature }),
});
