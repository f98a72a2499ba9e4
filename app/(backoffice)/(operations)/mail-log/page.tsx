import { listPage } from "@/app/_screen/list-page";
import { MailLogList } from "./_screens/mail-log.list";
import { mailLogs } from "./mail-log.resource";

export default listPage(mailLogs, MailLogList);
