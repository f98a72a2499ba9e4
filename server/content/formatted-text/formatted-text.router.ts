import { del, get, patch, post } from "@/server/kit/call/meta";
import { router } from "@/server/kit/call/procedure";
import { textProcedures } from "@/server/kit/text/text-procedures";
import { formattedTextSchemas } from "./formatted-text.schema";
import { formattedTextService } from "./formatted-text.service";

const at = "/v1/backoffice/admin/formatted-text";
const section = "4.14";

export const formattedTextRouter = router(
  textProcedures({
    schemas: formattedTextSchemas,
    service: formattedTextService,
    rest: {
      list: get(at, { section }),
      create: post(at, { section, status: 201 }),
      update: patch(`${at}/{id}`, { section }),
      remove: del(`${at}/{id}`, { section }),
      bulkUpsert: post(`${at}/translation/bulk-upsert/{languageId}`, { section }),
      upload: post(`${at}/upload/{languageId}`, { section, files: ["file"], query: ["dryRun"] }),
    },
  }),
);
