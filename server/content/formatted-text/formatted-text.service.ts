import { formattedTexts, formattedTextTranslations } from "@/db/schema";
import { textSearch } from "@/server/kit/text/text-search";
import { textService } from "@/server/kit/text/text-service";
import { formattedTextSchemas } from "./formatted-text.schema";

/** The texts of our apps that are more than words (document 4.14). */
export const formattedTextService = textService({
  name: "formatted-text",
  one: "formatted text",
  title: "Formatted texts",
  may: { read: "formatted-text.read", write: "formatted-text.write" },
  table: formattedTexts,
  values: formattedTextTranslations,
  schemas: formattedTextSchemas,
});

export const formattedTextSearch = textSearch(formattedTextService, "formattedTexts");
