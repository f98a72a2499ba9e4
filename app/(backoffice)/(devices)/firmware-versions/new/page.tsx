import { newPage } from "@/app/_screen/new-page";
import { FirmwareVersionForm } from "../_screens/firmware-version.form";
import { firmwareVersions } from "../firmware-version.resource";

export default newPage(firmwareVersions, FirmwareVersionForm);
