import { listPage } from "@/app/_screen/list-page";
import { EntryRequestList } from "./_screens/entry-request.list";
import { entryRequests } from "./entry-request.resource";

export default listPage(entryRequests, EntryRequestList);
