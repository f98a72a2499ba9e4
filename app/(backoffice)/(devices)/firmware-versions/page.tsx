import { listPage } from "@/app/_screen/list-page";
import { FirmwareVersionList } from "./_screens/firmware-version.list";
import { firmwareVersions } from "./firmware-version.resource";

export default listPage(firmwareVersions, FirmwareVersionList);
