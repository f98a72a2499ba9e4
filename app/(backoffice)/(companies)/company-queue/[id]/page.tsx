import { recordPage } from "@/app/_screen/record-page";
import { QueuedCompanySheet } from "../_screens/queued-company.sheet";
import { companyQueue } from "../company-queue.resource";

export default recordPage(companyQueue, QueuedCompanySheet);
