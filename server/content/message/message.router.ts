import { del, get, patch, post } from "@/server/kit/call/meta";
import { router } from "@/server/kit/call/procedure";
import { textProcedures } from "@/server/kit/text/text-procedures";
import { messageSchemas } from "./message.schema";
import { messageService } from "./message.service";

const at = "/v1/backoffice/admin/messages";
const section = "4.14";

/** The document cuts off the list and the writes of one message; they are as those of interface labels. */
export const messageRouter = router(
  textProcedures({
    schemas: messageSchemas,
    service: messageService,
    rest: {
      list: get(at, { section }),
      create: post(at, { section, status: 201 }),
      update: patch(at, { section }),
      remove: del(`${at}/{id}`, { section }),
      bulkUpsert: post(`${at}/translation/bulk-upsert/{languageId}`, { section }),
      upload: post(`${at}/upload/{languageId}`, { section, files: ["file"], query: ["dryRun"] }),
    },
  }),
);
