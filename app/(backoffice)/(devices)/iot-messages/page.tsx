import { listPage } from "@/app/_screen/list-page";
import { IotMessageList } from "./_screens/iot-message.list";
import { iotMessages } from "./iot-message.resource";

export default listPage(iotMessages, IotMessageList);
