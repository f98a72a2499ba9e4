import { HtmlText } from "@/server/kit/call/html.schema";
import { textSchemas } from "@/server/kit/text/text.schema";

/** Texts with bold words, lists and links (document 4.14): their values are HTML, cleaned before it is stored. */
export const formattedTextSchemas = textSchemas({ dto: "FormattedText", value: HtmlText(20_000), html: true });
