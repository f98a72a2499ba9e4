import { z } from "zod";
import { get } from "@/server/kit/call/meta";
import { permitted, router, signedIn } from "@/server/kit/call/procedure";
import { ById, byId } from "@/server/kit/call/wire";
import { pageOf } from "@/server/kit/list/list.schema";
import { listProcedures } from "@/server/kit/list/list-procedures";
import { crudProcedures, restOf } from "@/server/kit/record/crud-procedures";
import {
  ContentOfTemplate,
  CreateNotificationTemplate,
  CreateNotificationTemplateContent,
  CreateNotificationTemplateTech,
  ListNotificationTemplateContents,
  ListNotificationTemplates,
  ListNotificationTemplateTechs,
  NotificationTemplate,
  NotificationTemplateByKey,
  NotificationTemplateContent,
  NotificationTemplateTech,
  PreviewTemplateContent,
  SaveTemplateTexts,
  TemplatePreview,
  TemplateTexts,
  UpdateNotificationTemplate,
  UpdateNotificationTemplateContent,
  UpdateNotificationTemplateTech,
} from "./notification-template.schema";
import {
  notificationTemplateService,
  readNotificationTemplateService as reading,
} from "./notification-template.service";
import { notificationTemplateContentService } from "./notification-template-content.service";
import { notificationTemplateTechService } from "./notification-template-tech.service";
import { previewOf } from "./template-preview.service";

const may = { read: "notification-template.read", write: "notification-template.write" } as const;
const auth = "either" as const;

const section = "N Notification template";
const admin = "/admin/notification-template";
const at = "/notification-template";
const dto = "ListNotificationTemplateResponseDTO";
const templates = { may, item: NotificationTemplate, service: notificationTemplateService } as const;

export const notificationTemplateRouter = router({
  ...listProcedures({ ...templates, rest: get(admin, { section, auth }), input: ListNotificationTemplates, dto }),
  ...crudProcedures({
    ...templates,
    rest: restOf(`${admin}/{id:notificationTemplateId}`, section, { auth }),
    create: CreateNotificationTemplate,
    update: UpdateNotificationTemplate,
  }),
  /** Whether it goes out in quiet hours and beyond the cap; by screen only. */
  setUrgent: permitted(may.write)
    .input(byId({ isUrgent: z.boolean() }))
    .output(NotificationTemplate)
    .mutation(({ ctx, input: { id, isUrgent, ifMatch } }) =>
      notificationTemplateService.update(ctx, id, { isUrgent }, ifMatch),
    ),
});

const rest = { section, auth } as const;

/** What apps read: active templates, for others than staff the public ones. */
export const readNotificationTemplateRouter = router({
  list: signedIn(get(at, rest))
    .input(ListNotificationTemplates)
    .output(pageOf(NotificationTemplate).meta({ id: dto }))
    .query(({ ctx, input }) => reading.list(ctx, input)),
  get: signedIn(get(`${at}/{id:notificationTemplateId}`, rest))
    .input(ById)
    .output(NotificationTemplate)
    .query(({ ctx, input }) => reading.get(ctx, input.id)),
  getByKey: signedIn(get(`${at}/key/{keyNotificationTemplate}`, rest))
    .input(NotificationTemplateByKey)
    .output(NotificationTemplate)
    .query(({ ctx, input }) => reading.getByKey(ctx, input.keyNotificationTemplate)),
  getByContent: signedIn(
    get("/notification-template-content/{id:notificationTemplateId}", {
      auth,
      section: "N Notification template content",
    }),
  )
    .input(ContentOfTemplate)
    .output(NotificationTemplate)
    .query(({ ctx, input }) => reading.getByContent(ctx, input.id, input.notificationTemplateContentId)),
});

const contentSection = "N Notification template content";
const contentAt = "/admin/notification-template-content";
const contents = { may, item: NotificationTemplateContent, service: notificationTemplateContentService } as const;

export const notificationTemplateContentRouter = router({
  ...listProcedures({
    ...contents,
    rest: get(contentAt, { section: contentSection, auth }),
    input: ListNotificationTemplateContents,
    dto: "ListNotificationTemplateContentResponseDTO",
  }),
  ...crudProcedures({
    ...contents,
    rest: restOf(`${contentAt}/{id:notificationTemplateContentId}`, contentSection, { auth }),
    create: CreateNotificationTemplateContent,
    update: UpdateNotificationTemplateContent,
  }),
  /** All texts of a template; by screen only. */
  ofTemplate: permitted(may.read)
    .input(ById)
    .output(TemplateTexts)
    .query(({ ctx, input }) => notificationTemplateContentService.ofTemplate(ctx, input.id)),
  /** Texts of a template in some languages, all or none; by screen only. */
  saveTexts: permitted(may.write)
    .input(SaveTemplateTexts)
    .output(TemplateTexts)
    .mutation(({ ctx, input }) => notificationTemplateContentService.saveTexts(ctx, input)),
  /** As it would be shown, while it is being written. */
  preview: permitted(may.read, undefined, {
    unaudited: "It changes nothing: a long text does not fit into a query.",
    withoutKey: "it changes nothing",
  })
    .input(PreviewTemplateContent)
    .output(TemplatePreview)
    .mutation(({ ctx, input }) => previewOf(ctx, input)),
});

const techSection = "N Notification template tech";
const techAt = "/admin/notification-template-tech";
const techs = { may, item: NotificationTemplateTech, service: notificationTemplateTechService } as const;

export const notificationTemplateTechRouter = router({
  ...listProcedures({
    ...techs,
    rest: get(techAt, { section: techSection, auth }),
    input: ListNotificationTemplateTechs,
    dto: "ListNotificationTemplateTechResponseDTO",
  }),
  ...crudProcedures({
    ...techs,
    rest: restOf(`${techAt}/{id:notificationTemplateTechId}`, techSection, { auth }),
    create: CreateNotificationTemplateTech,
    update: UpdateNotificationTemplateTech,
  }),
});
