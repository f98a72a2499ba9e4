import { newPage } from "@/app/_screen/new-page";
import { AppVersionForm } from "../_screens/app-version.form";
import { appVersions } from "../app-version.resource";

export default newPage(appVersions, AppVersionForm);
