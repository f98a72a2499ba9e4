import { listPage } from "@/app/_screen/list-page";
import { AppVersionList } from "./_screens/app-version.list";
import { appVersions } from "./app-version.resource";

export default listPage(appVersions, AppVersionList);
