import { recordPage } from "@/app/_screen/record-page";
import { ApiKeySheet } from "../_screens/api-key.sheet";
import { apiKeys } from "../api-key.resource";

export default recordPage(apiKeys, ApiKeySheet);
