import { recordPage } from "@/app/_screen/record-page";
import { FirmwareRolloutSheet } from "../_screens/firmware-rollout.sheet";
import { firmwareRollouts } from "../firmware-rollout.resource";

export default recordPage(firmwareRollouts, FirmwareRolloutSheet);
