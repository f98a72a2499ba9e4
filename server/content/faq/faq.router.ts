import { get, post } from "@/server/kit/call/meta";
import { permitted, router } from "@/server/kit/call/procedure";
import { byId, Id } from "@/server/kit/call/wire";
import { listProcedures } from "@/server/kit/list/list-procedures";
import { crudProcedures, restOf } from "@/server/kit/record/crud-procedures";
import { orderProcedures } from "@/server/kit/record/order-procedures";
import {
  AddedFaqContent,
  CreateFaq,
  CreateFaqContent,
  Faq,
  FaqContent,
  FaqContentOf,
  FaqContentOrder,
  FaqContentTranslation,
  ListFaqContents,
  ListFaqs,
  UpdateFaq,
} from "./faq.schema";
import { faqService } from "./faq.service";
import { faqContentService } from "./faq-content.service";

const at = "/v1/backoffice/admin/faq";
const section = "4.14";
const may = { read: "faq.read", write: "faq.write" } as const;
const of = { may, item: Faq, service: faqService };

export const faqRouter = router({
  ...listProcedures({ ...of, rest: get(at, { section }), input: ListFaqs, dto: "ListSectionDTO" }),
  ...crudProcedures({ ...of, rest: restOf(`${at}/{id}`, section), create: CreateFaq, update: UpdateFaq }),
  ...orderProcedures({ may, service: faqService }),
});

/** The documents list, add and translate contents; screens also take them away. */
export const faqContentRouter = router({
  ...listProcedures({
    may,
    rest: get(`${at}/{faqId:id}/content`, { section }),
    input: ListFaqContents,
    item: FaqContent,
    dto: "ListComponentResponseDTO",
    service: faqContentService,
  }),
  create: permitted(may.write, post(`${at}/{faqId:id}/content`, { section, dto: "CreateFAQContentDTO" }))
    .input(CreateFaqContent)
    .output(AddedFaqContent)
    .mutation(({ ctx, input }) => faqContentService.create(ctx, input)),
  translate: permitted(
    may.write,
    post(`${at}/content/{id}/translation`, { section, dto: "UpsertFAQContentTranslationDTO" }),
  )
    .input(FaqContentTranslation)
    .output(FaqContent)
    .mutation(({ ctx, input }) => faqContentService.translate(ctx, input)),
  saveOrder: permitted(may.write)
    .input(FaqContentOrder)
    .output(Faq)
    .mutation(({ ctx, input }) => faqService.saveContentOrder(ctx, input.faqId, input.ids, input.ifMatch)),
  remove: permitted(may.write)
    .input(FaqContentOf)
    .output(Faq)
    .mutation(({ ctx, input }) => faqService.removeContent(ctx, input.faqId, input.id, input.ifMatch)),
  removeTranslation: permitted(may.write)
    .input(byId({ translationId: Id }))
    .output(Faq)
    .mutation(({ ctx, input }) =>
      faqService.removeContentTranslation(ctx, input.id, input.translationId, input.ifMatch),
    ),
});
