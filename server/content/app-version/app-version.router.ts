import { del, get, patch, post } from "@/server/kit/call/meta";
import { permitted, router } from "@/server/kit/call/procedure";
import { translationProcedures } from "@/server/kit/language/translation-procedures";
import { listProcedures } from "@/server/kit/list/list-procedures";
import { crudProcedures, restOf } from "@/server/kit/record/crud-procedures";
import {
  AppVersion,
  AppVersionAdvice,
  AppVersionRules,
  AskAppVersion,
  appVersionTexts,
  CreateAppVersion,
  ListAppVersions,
  UpdateAppVersion,
} from "./app-version.schema";
import { appVersionService as service } from "./app-version.service";

const at = "/v1/backoffice/admin/app-versions";
const section = "4.2";
const may = { read: "app-version.read", write: "app-version.write" } as const;
const of = { may, item: AppVersion, service };

export const appVersionRouter = router({
  ...listProcedures({ ...of, rest: get(at, { section }), input: ListAppVersions, dto: "ListAppVersionsResponseDTO" }),
  ...crudProcedures({
    ...of,
    rest: { ...restOf(`${at}/{id}`, section), update: patch(`${at}/{id}`, { section, status: 201 }) },
    create: CreateAppVersion,
    update: UpdateAppVersion,
  }),
  ...translationProcedures({
    ...of,
    fields: appVersionTexts,
    rest: {
      set: post(`${at}/{id}/translation/{languageId}`, { section, empty: true, dto: "AppVersionTranslationDTO" }),
      remove: del(`${at}/translation/{translationId:id}`, { section }),
    },
  }),
  rules: permitted(may.read)
    .output(AppVersionRules)
    .query(({ ctx }) => service.rules(ctx)),
  advice: permitted(may.read)
    .input(AskAppVersion)
    .output(AppVersionAdvice)
    .query(({ ctx, input }) => service.advice(ctx, input)),
});
