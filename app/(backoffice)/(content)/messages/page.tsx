import { languagesAhead } from "@/app/_screen/languages-ahead";
import { listPage } from "@/app/_screen/list-page";
import { MessageList } from "./_screens/message.list";
import { messages } from "./message.resource";

export default listPage(messages, MessageList, languagesAhead);
