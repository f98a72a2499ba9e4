import { router } from "@/server/kit/call/procedure";
import { textProcedures, textRest } from "@/server/kit/text/text-procedures";
import { messageSchemas } from "./message.schema";
import { messageService } from "./message.service";

/** The document cuts off the list and the writes of one message; they are as those of interface labels. */
export const messageRouter = router(
  textProcedures({
    schemas: messageSchemas,
    service: messageService,
    rest: textRest("/v1/backoffice/admin/messages", "4.14"),
  }),
);
