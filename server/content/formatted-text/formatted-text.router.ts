import { patch } from "@/server/kit/call/meta";
import { router } from "@/server/kit/call/procedure";
import { textProcedures, textRest } from "@/server/kit/text/text-procedures";
import { formattedTextSchemas } from "./formatted-text.schema";
import { formattedTextService } from "./formatted-text.service";

const at = "/v1/backoffice/admin/formatted-text";
const section = "4.14";

export const formattedTextRouter = router(
  textProcedures({
    schemas: formattedTextSchemas,
    service: formattedTextService,
    rest: { ...textRest(at, section), update: patch(`${at}/{id}`, { section }) },
  }),
);
