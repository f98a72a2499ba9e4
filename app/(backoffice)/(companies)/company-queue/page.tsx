import { listPage } from "@/app/_screen/list-page";
import { QueuedCompanyList } from "./_screens/queued-company.list";
import { companyQueue } from "./company-queue.resource";

export default listPage(companyQueue, QueuedCompanyList);
