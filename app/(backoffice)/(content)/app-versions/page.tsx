import { languagesAhead } from "@/app/_screen/languages-ahead";
import { listPage } from "@/app/_screen/list-page";
import { AppVersionList } from "./_screens/app-version.list";
import { appVersions } from "./app-version.resource";

export default listPage(appVersions, AppVersionList, languagesAhead);
