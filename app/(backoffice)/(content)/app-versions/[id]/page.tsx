import { recordPage } from "@/app/_screen/record-page";
import { AppVersionSheet } from "../_screens/app-version.sheet";
import { appVersions } from "../app-version.resource";

export default recordPage(appVersions, AppVersionSheet);
