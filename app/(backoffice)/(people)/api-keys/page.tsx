import { listPage } from "@/app/_screen/list-page";
import { ApiKeyList } from "./_screens/api-key.list";
import { apiKeys } from "./api-key.resource";

export default listPage(apiKeys, ApiKeyList);
