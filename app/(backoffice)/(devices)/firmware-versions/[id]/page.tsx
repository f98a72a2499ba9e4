import { recordPage } from "@/app/_screen/record-page";
import { FirmwareVersionSheet } from "../_screens/firmware-version.sheet";
import { firmwareVersions } from "../firmware-version.resource";

export default recordPage(firmwareVersions, FirmwareVersionSheet);
