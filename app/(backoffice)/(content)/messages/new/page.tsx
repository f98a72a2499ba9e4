import { newPage } from "@/app/_screen/new-page";
import { MessageForm } from "../_screens/message.form";
import { messages } from "../message.resource";

export default newPage(messages, MessageForm);
