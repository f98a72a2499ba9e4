import { listPage } from "@/app/_screen/list-page";
import { FirmwareRolloutList } from "./_screens/firmware-rollout.list";
import { firmwareRollouts } from "./firmware-rollout.resource";

export default listPage(firmwareRollouts, FirmwareRolloutList);
