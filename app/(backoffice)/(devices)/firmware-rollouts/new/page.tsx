import { newPage } from "@/app/_screen/new-page";
import { FirmwareRolloutForm } from "../_screens/firmware-rollout.form";
import { firmwareRollouts } from "../firmware-rollout.resource";

export default newPage(firmwareRollouts, FirmwareRolloutForm);
