import { z } from "zod";
import { byId, Id, Search, ShownAddress, Stamps, Text, WebAddress } from "@/server/kit/call/wire";
import { translated } from "@/server/kit/language/translation.schema";
import { listInput } from "@/server/kit/list/list.schema";
import { either } from "@/server/kit/value/words.rules";

/** Where a document is: an address, or a file that was sent to `admin/files`; not both (422). */
const place = { url: WebAddress.nullish(), fileId: Id.nullish() };
const placed = { url: ShownAddress.nullable(), fileId: Id.nullable() };
const texts = translated("DocumentationContentTranslationDTO", { title: z.string(), ...placed });

const contents = z.array(
  z.object({ id: Id, ...placed, translations: texts.translations }).meta({ id: "DocumentationContentDTO" }),
);

/** What a translation of a content is given. */
export const documentationContentTexts = { title: Text(200), ...place };

export const Documentation = z
  .object({
    id: Id,
    name: z.string(),
    isActivated: either("On", "Off"),
    contents,
    missingLanguageIds: texts.missingLanguageIds,
    ...Stamps,
  })
  .meta({ id: "DocumentationResponseDTO" });

/** One documentation as it is read, which the documents give a name of its own. */
export const ReadDocumentation = Documentation.meta({ id: "DocumentationDTO" });

/** The contents of one documentation: `id` and `version` are the documentation's. */
export const DocumentationContents = z
  .object({ id: Id, contents, missingLanguageIds: texts.missingLanguageIds, version: z.int() })
  .meta({ id: "DocumentationContentResponseDTO" });

export const CreateDocumentation = z
  .object({ name: Text(200), isActivated: z.boolean().optional() })
  .meta({ id: "CreateDocumentationDTO" });

export const UpdateDocumentation = CreateDocumentation.partial().meta({ id: "UpdateDocumentationDTO" });

export const ListDocumentations = listInput({
  sort: ["name", "isActivated", "createdAt", "updatedAt"],
  filters: { name: Search },
});

export const CreateDocumentationContent = byId(place);
/** What is left out stays. */
export const UpdateDocumentationContent = byId({ contentId: Id, ...place });
export const DocumentationContentOf = byId({ contentId: Id });
export const DocumentationContentTranslation = byId({ contentId: Id, languageId: Id, ...documentationContentTexts });
