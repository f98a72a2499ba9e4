import { Text } from "@/server/kit/call/wire";
import { textSchemas } from "@/server/kit/text/text.schema";

/** Interface labels: texts that stand on a page of an app (document 4.14). */
export const labelSchemas = textSchemas({
  dto: "LabelInterface",
  own: { labelInterfacePage: { schema: Text(120), help: "The page it stands on." } },
  offset: true,
});

/** What a form edits; translations are edited on their own. */
export const LabelFields = labelSchemas.fields;
