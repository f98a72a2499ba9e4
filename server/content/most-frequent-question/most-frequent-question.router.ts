import { get, patch, post } from "@/server/kit/call/meta";
import { permitted, router } from "@/server/kit/call/procedure";
import { translationProcedures } from "@/server/kit/language/translation-procedures";
import { listProcedures } from "@/server/kit/list/list-procedures";
import { crudProcedures, restOf } from "@/server/kit/record/crud-procedures";
import { orderProcedures } from "@/server/kit/record/order-procedures";
import {
  CreateMostFrequentQuestion,
  ListMostFrequentQuestions,
  MostFrequentQuestion,
  MostFrequentQuestionContent,
  MostFrequentQuestionContentOf,
  mostFrequentQuestionTexts,
  SetMostFrequentQuestionContent,
  SetMostFrequentQuestionStatus,
  UpdateMostFrequentQuestion,
} from "./most-frequent-question.schema";
import { mostFrequentQuestionService as service } from "./most-frequent-question.service";

const at = "/v1/backoffice/admin/most-frequent-question";
const content = `${at}/{id}/content/{languageId}`;
const section = "4.14";
const may = { read: "most-frequent-question.read", write: "most-frequent-question.write" } as const;
const of = { may, item: MostFrequentQuestion, service };

/** `translate` is for screens, and answers the whole question; the documents' is `setContent`. */
export const mostFrequentQuestionRouter = router({
  ...listProcedures({
    ...of,
    rest: get(at, { section }),
    input: ListMostFrequentQuestions,
    dto: "MostFrequentQuestionListDTO",
  }),
  ...crudProcedures({
    ...of,
    rest: restOf(`${at}/{id}`, section, { created: 200 }),
    create: CreateMostFrequentQuestion,
    update: UpdateMostFrequentQuestion,
  }),
  ...translationProcedures({ ...of, fields: mostFrequentQuestionTexts, rest: {} }),
  ...orderProcedures({ may, service }),
  setStatus: permitted(may.write, patch(`${at}/{id}/status`, { section, dto: "MostFrequentQuestionStatusDTO" }))
    .input(SetMostFrequentQuestionStatus)
    .output(MostFrequentQuestion)
    .mutation(({ ctx, input: { id, idStatus, ifMatch } }) => service.update(ctx, id, { idStatus }, ifMatch)),
  content: permitted(may.read, get(content, { section }))
    .input(MostFrequentQuestionContentOf)
    .output(MostFrequentQuestionContent)
    .query(({ ctx, input }) => service.content(ctx, input.id, input.languageId)),
  setContent: permitted(may.write, post(content, { section, dto: "MostFrequentQuestionContentUpsertDTO" }))
    .input(SetMostFrequentQuestionContent)
    .output(MostFrequentQuestionContent)
    .mutation(({ ctx, input: { id, languageId, ifMatch, ...answer } }) =>
      service.setContent(ctx, id, languageId, answer, ifMatch),
    ),
});
