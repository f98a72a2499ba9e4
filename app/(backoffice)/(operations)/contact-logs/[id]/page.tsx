import { recordPage } from "@/app/_screen/record-page";
import { ContactLogSheet } from "../_screens/contact-log.sheet";
import { contactLogs } from "../contact-log.resource";

export default recordPage(contactLogs, ContactLogSheet);
