import { recordPage } from "@/app/_screen/record-page";
import { MailLogSheet } from "../_screens/mail-log.sheet";
import { mailLogs } from "../mail-log.resource";

export default recordPage(mailLogs, MailLogSheet);
