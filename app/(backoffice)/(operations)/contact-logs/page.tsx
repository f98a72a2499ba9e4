import { listPage } from "@/app/_screen/list-page";
import { ContactLogList } from "./_screens/contact-log.list";
import { contactLogs } from "./contact-log.resource";

export default listPage(contactLogs, ContactLogList);
