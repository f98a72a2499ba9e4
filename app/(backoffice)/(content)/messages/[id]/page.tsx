import { recordPage } from "@/app/_screen/record-page";
import { MessageSheet } from "../_screens/message.sheet";
import { messages } from "../message.resource";

export default recordPage(messages, MessageSheet);
