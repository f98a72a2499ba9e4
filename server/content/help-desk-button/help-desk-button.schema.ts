import { z } from "zod";
import { Id, LinkAddress, Rank, Search, ShownAddress, Stamps, Text } from "@/server/kit/call/wire";
import { translated, translations } from "@/server/kit/language/translation.schema";
import { listInput } from "@/server/kit/list/list.schema";
import { either } from "@/server/kit/value/words.rules";
import { buttonGroups } from "./help-desk-button.rules";

const Group = z.enum(buttonGroups, { error: "Give Documentation or Contact Partner." });

/** What is translated. A link of its own takes the place of the button's. */
export const helpDeskButtonTexts = { label: Text(120), link: LinkAddress.nullish() };

const answered = { label: z.string(), link: ShownAddress.nullable() };

export const HelpDeskButton = z
  .object({
    id: Id,
    topic: z.string(),
    groupName: z.enum(buttonGroups),
    isActivated: either("On", "Off"),
    icon: z.string().nullable(),
    link: ShownAddress.nullable(),
    rank: z.int(),
    ...translated("HelpDeskButtonTranslationDTO", answered),
    ...Stamps,
  })
  .meta({ id: "HelpDeskButtonResponseDTO" });

export const HelpDeskButtonTranslation = z
  .object({ id: Id, languageId: Id, ...answered })
  .meta({ id: "HelpDeskButtonTranslationResponseDTO" });

export const CreateHelpDeskButton = z
  .object({
    topic: Text(120),
    groupName: Group,
    isActivated: z.boolean().optional(),
    icon: Text(120).nullish(),
    link: LinkAddress.nullish(),
    rank: Rank.optional(),
    translations: translations(helpDeskButtonTexts),
  })
  .meta({ id: "HelpDeskButtonCreateDTO" });

/** What a form edits; translations are edited on their own, and the order by all of them together. */
export const HelpDeskButtonFields = CreateHelpDeskButton.omit({ translations: true, rank: true });

export const UpdateHelpDeskButton = CreateHelpDeskButton.omit({ translations: true })
  .partial()
  .meta({ id: "HelpDeskButtonUpdateDTO" });

export const ListHelpDeskButtons = listInput({
  sort: ["rank", "topic", "groupName", "isActivated", "createdAt", "updatedAt"],
  filters: { topic: Search, groupName: Search, isActivated: z.boolean() },
  order: "rank:asc",
});
