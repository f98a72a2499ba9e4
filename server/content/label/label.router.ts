import { post } from "@/server/kit/call/meta";
import { router } from "@/server/kit/call/procedure";
import { textProcedures, textRest } from "@/server/kit/text/text-procedures";
import { labelSchemas } from "./label.schema";
import { labelService } from "./label.service";

const at = "/v1/backoffice/admin/label-interface";
const section = "4.14";

export const labelRouter = router(
  textProcedures({
    schemas: labelSchemas,
    service: labelService,
    rest: {
      ...textRest(at, section),
      bulkUpdate: post(`${at}/bulk-update`, { section }),
      removeOfModule: post(`${at}/delete-by-module/{moduleId}`, { section }),
    },
  }),
);
