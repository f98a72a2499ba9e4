import { del, get, patch, post } from "@/server/kit/call/meta";
import { router } from "@/server/kit/call/procedure";
import { textProcedures } from "@/server/kit/text/text-procedures";
import { labelSchemas } from "./label.schema";
import { labelService } from "./label.service";

const at = "/v1/backoffice/admin/label-interface";
const section = "4.14";

export const labelRouter = router(
  textProcedures({
    schemas: labelSchemas,
    service: labelService,
    rest: {
      list: get(at, { section }),
      create: post(at, { section, status: 201 }),
      update: patch(at, { section }),
      remove: del(`${at}/{id}`, { section }),
      bulkUpdate: post(`${at}/bulk-update`, { section }),
      bulkUpsert: post(`${at}/translation/bulk-upsert/{languageId}`, { section }),
      upload: post(`${at}/upload/{languageId}`, { section, files: ["file"], query: ["dryRun"] }),
      removeOfModule: post(`${at}/delete-by-module/{moduleId}`, { section }),
    },
  }),
);
