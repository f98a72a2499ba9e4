import { z } from "zod";
import { HtmlText } from "@/server/kit/call/html.schema";
import { byId, Id, IfMatch, Instant, RevisionStamps, Text } from "@/server/kit/call/wire";
import { translated } from "@/server/kit/language/translation.schema";
import { listInput } from "@/server/kit/list/list.schema";

/** What is translated. */
export const privacyPolicyTexts = { title: Text(300), content: HtmlText(200_000) };

/** One version of the privacy policy. Without `publishedAt` it is the draft; there is one at most. */
export const PrivacyPolicy = z
  .object({
    id: Id,
    version: z.int().meta({ description: "The number of the policy." }),
    publishedAt: Instant.nullable(),
    ...translated("PrivacyPolicyTranslationDTO", { title: z.string(), content: z.string() }),
    ...RevisionStamps,
  })
  .meta({ id: "PrivacyPolicyResponseDTO" });

/** `languageId`: versions with a text in that language. */
export const ListPrivacyPolicies = listInput({
  sort: ["version", "publishedAt", "createdAt", "updatedAt"],
  filters: { languageId: Id },
  order: "version:desc",
});

/** Without `version` the draft, which is made where there is none. */
export const UpsertPrivacyPolicyTranslation = z.object({
  version: z
    .int()
    .min(1)
    .max(1_000_000)
    .optional()
    .meta({ description: "The number of the policy; the draft where not said." }),
  languageId: Id,
  ...privacyPolicyTexts,
  ifMatch: IfMatch,
});

export const PublishPrivacyPolicy = byId({});
