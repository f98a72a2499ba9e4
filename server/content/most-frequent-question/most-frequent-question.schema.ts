import { z } from "zod";
import { HtmlText } from "@/server/kit/call/html.schema";
import { byId, Id, Rank, Search, Stamps, Text } from "@/server/kit/call/wire";
import { translated, translations } from "@/server/kit/language/translation.schema";
import { listInput } from "@/server/kit/list/list.schema";
import { said, shown } from "@/server/kit/value/words.rules";

const IdStatus = z
  .literal([0, 1], { error: "Give 0 (off) or 1 (on)." })
  .meta({ description: "0 off, 1 on" })
  .register(said, { words: { 0: "Off", 1: "On" } });

/** What is translated. */
export const mostFrequentQuestionTexts = { title: Text(300), content: HtmlText(20_000) };
const answered = { title: z.string(), content: z.string() };

export const MostFrequentQuestion = z
  .object({
    id: Id,
    name: z.string(),
    idStatus: shown(IdStatus),
    rank: z.int(),
    ...translated("MostFrequentQuestionContentDTO", answered),
    ...Stamps,
  })
  .meta({ id: "MostFrequentQuestionResponseDTO" });

/** A question and its answer in one language. */
export const MostFrequentQuestionContent = z
  .object({ id: Id, languageId: Id, ...answered })
  .meta({ id: "MostFrequentQuestionContentResponseDTO" });

export const CreateMostFrequentQuestion = z
  .object({
    name: Text(200),
    idStatus: IdStatus.optional(),
    rank: Rank.optional(),
    translations: translations(mostFrequentQuestionTexts),
  })
  .meta({ id: "MostFrequentQuestionUpsertDTO" });

/** What a form edits; contents are edited on their own, and the order by all of them together. */
export const MostFrequentQuestionFields = CreateMostFrequentQuestion.omit({ translations: true, rank: true });

/** The documents give POST and PATCH one name; a PATCH may leave out what stays. */
export const UpdateMostFrequentQuestion = CreateMostFrequentQuestion.omit({ translations: true })
  .partial()
  .meta({ id: "MostFrequentQuestionUpdateDTO" });

export const SetMostFrequentQuestionStatus = byId({ idStatus: IdStatus });
export const MostFrequentQuestionContentOf = z.object({ id: Id, languageId: Id });
export const SetMostFrequentQuestionContent = byId({ languageId: Id, ...mostFrequentQuestionTexts });

export const ListMostFrequentQuestions = listInput({
  sort: ["rank", "name", "idStatus", "createdAt", "updatedAt"],
  filters: { name: Search, idStatus: IdStatus },
  order: "rank:asc",
});
