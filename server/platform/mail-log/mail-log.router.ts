import { get } from "@/server/kit/call/meta";
import { permitted, router } from "@/server/kit/call/procedure";
import { ById, byId } from "@/server/kit/call/wire";
import { listProcedures } from "@/server/kit/list/list-procedures";
import { ListMailLogs, MailLog, MailLogSheet, MailOutage, MailsSentAgain, SendMailsAgain } from "./mail-log.schema";
import { mailLogService } from "./mail-log.service";

export const mailLogRouter = router({
  ...listProcedures({
    may: { read: "mail-log.read" },
    rest: get("/v1/backoffice/admin/log-mail", { section: "4.15" }),
    input: ListMailLogs,
    item: MailLog,
    dto: "ListLogMailDTO",
    service: mailLogService,
  }),
  get: permitted("mail-log.read")
    .input(ById)
    .output(MailLogSheet)
    .query(({ ctx, input }) => mailLogService.sheet(ctx, input.id)),
  outage: permitted("mail-log.read")
    .output(MailOutage)
    .query(({ ctx }) => mailLogService.outage(ctx)),
  sendAgain: permitted("mail-log.write")
    .input(byId({}))
    .output(MailLog)
    .mutation(({ ctx, input }) => mailLogService.sendAgain(ctx, input.id, input.ifMatch)),
  sendManyAgain: permitted("mail-log.write")
    .input(SendMailsAgain)
    .output(MailsSentAgain)
    .mutation(({ ctx, input }) => mailLogService.sendManyAgain(ctx, input.ids)),
});
