import { notFound } from "@/server/kit/call/errors";
import { get, post } from "@/server/kit/call/meta";
import { permitted, router } from "@/server/kit/call/procedure";
import { byId, Id } from "@/server/kit/call/wire";
import { translationProcedures } from "@/server/kit/language/translation-procedures";
import { listProcedures } from "@/server/kit/list/list-procedures";
import { crudProcedures, restOf } from "@/server/kit/record/crud-procedures";
import { orderProcedures } from "@/server/kit/record/order-procedures";
import {
  CreateHelpDeskButton,
  HelpDeskButton,
  HelpDeskButtonTranslation,
  helpDeskButtonTexts,
  ListHelpDeskButtons,
  UpdateHelpDeskButton,
} from "./help-desk-button.schema";
import { helpDeskButtonService as service } from "./help-desk-button.service";

const at = "/v1/backoffice/admin/help-desk-button";
const section = "4.14";
const may = { read: "help-desk-button.read", write: "help-desk-button.write" } as const;
const of = { may, item: HelpDeskButton, service };

export const helpDeskButtonRouter = router({
  ...listProcedures({ ...of, rest: get(at, { section }), input: ListHelpDeskButtons, dto: "HelpDeskButtonListDTO" }),
  ...crudProcedures({
    ...of,
    rest: restOf(`${at}/{id}`, section, { created: 200 }),
    create: CreateHelpDeskButton,
    update: UpdateHelpDeskButton,
  }),
  ...translationProcedures({ ...of, fields: helpDeskButtonTexts, rest: {} }),
  ...orderProcedures({ may, service }),
  /** Answers that translation, not the button. */
  translate: permitted(
    may.write,
    post(`${at}/{id}/translation/{languageId}`, { section, dto: "HelpDeskButtonTranslationUpsertDTO" }),
  )
    .input(byId({ languageId: Id, ...helpDeskButtonTexts }))
    .output(HelpDeskButtonTranslation)
    .mutation(async ({ ctx, input: { id, languageId, ifMatch, ...texts } }) => {
      const { translations } = await service.translate(ctx, id, languageId, texts, ifMatch);
      const made = translations.find((one) => one.languageId === languageId);
      if (!made) throw notFound();
      return made;
    }),
});
