import { labels, labelTranslations } from "@/db/schema";
import { textSearch } from "@/server/kit/text/text-search";
import { textService } from "@/server/kit/text/text-service";
import { labelSchemas } from "./label.schema";

/** The texts of our apps' interfaces (document 4.14). */
export const labelService = textService({
  name: "label",
  one: "label",
  title: "Interface labels",
  may: { read: "label.read", write: "label.write" },
  table: labels,
  values: labelTranslations,
  schemas: labelSchemas,
});

export const labelSearch = textSearch(labelService, "labels");
