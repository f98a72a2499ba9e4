import { listPage } from "@/app/_screen/list-page";
import { AnonymizedContactLogList } from "./_screens/anonymized-contact-log.list";
import { anonymizedContactLogs } from "./anonymized-contact-log.resource";

export default listPage(anonymizedContactLogs, AnonymizedContactLogList);
