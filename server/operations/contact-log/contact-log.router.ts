import { ownActor } from "@/server/identity/actor";
import { personOf } from "@/server/identity/person.service";
import { get, post } from "@/server/kit/call/meta";
import { ofCompany, permitted, router } from "@/server/kit/call/procedure";
import { limitRate } from "@/server/kit/call/rate-limit";
import { rateLimits } from "@/server/kit/call/rate-limit.rules";
import { ById, byId, Download } from "@/server/kit/call/wire";
import { listProcedures } from "@/server/kit/list/list-procedures";
import {
  ContactLog,
  DeletedContactLogs,
  ExportContactLogs,
  ListAnonymizedContactLogs,
  ListContactLogs,
  SendContactLogs,
  SentContactLogs,
  WriteToUs,
} from "./contact-log.schema";
import { anonymizedContactLogService, contactLogService } from "./contact-log.service";
import { exportContactLogs } from "./contact-log-export.service";

const at = "/v1/backoffice/admin/platform-contact-logs";
const section = "4.15";
const dto = "ListPlatformContactLogResponseDTO";
const isItsOwnRecord = { unaudited: "The contact log is its own record." };

export const contactLogRouter = router({
  ...listProcedures({
    may: { read: "contact-log.read" },
    rest: get(at, { section }),
    input: ListContactLogs,
    item: ContactLog,
    dto,
    service: contactLogService,
  }),
  get: permitted("contact-log.read")
    .input(ById)
    .output(ContactLog)
    .query(({ ctx, input }) => contactLogService.get(ctx, input.id)),
  anonymize: permitted("contact-log.write", post(`${at}/{id}/anonymized`, { section, status: 201 }))
    .input(byId({}))
    .output(ContactLog)
    .mutation(({ ctx, input }) => contactLogService.anonymize(ctx, input.id, input.ifMatch)),
  reveal: permitted("contact-log.reveal", post(`${at}/{id}/un-anonymized`, { section, status: 201 }), {
    withoutKey: "it answers what was sealed",
  })
    .input(byId({}))
    .output(ContactLog)
    .mutation(({ ctx, input }) => contactLogService.reveal(ctx, input.id, input.ifMatch)),
  deleteAnonymized: permitted("contact-log.write", post(`${at}/delete-anonymized`, { section, status: 201 }))
    .output(DeletedContactLogs)
    .mutation(({ ctx }) => contactLogService.deleteAnonymized(ctx)),
  export: permitted("contact-log.read", get(`${at}/export`, { section }))
    .input(ExportContactLogs)
    .output(Download)
    .query(({ ctx, input }) => exportContactLogs(ctx, input)),
  store: permitted(
    "contact-log.write",
    post("/v1/backoffice/internals/platform-contact-logs", { section, status: 201, auth: "apiKey" }),
    isItsOwnRecord,
  )
    .input(SendContactLogs)
    .output(SentContactLogs)
    .mutation(({ ctx, input }) => contactLogService.store(ctx, input.items)),
  write: ofCompany("member", undefined, { ...isItsOwnRecord, withoutKey: "it counts tries" })
    .input(WriteToUs)
    .output(SentContactLogs)
    .mutation(async ({ ctx, input }) => {
      const { id } = ownActor(ctx);
      await limitRate(ctx, { name: "contact", ...rateLimits.contact, of: id });
      const { email, firstName, lastName } = await personOf(ctx, id);
      const { type, content } = input;
      return contactLogService.store(ctx, [
        { email, firstName, lastName, type, content, platformTechKey: "PORTAL_WEB" },
      ]);
    }),
});

export const anonymizedContactLogRouter = router(
  listProcedures({
    may: { read: "contact-log.read" },
    rest: get(`${at}/anonymized`, { section }),
    input: ListAnonymizedContactLogs,
    item: ContactLog,
    dto,
    service: anonymizedContactLogService,
  }),
);
