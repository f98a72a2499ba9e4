import { messages, messageTranslations } from "@/db/schema";
import { textSearch } from "@/server/kit/text/text-search";
import { textService } from "@/server/kit/text/text-service";
import { messageSchemas } from "./message.schema";

/** What our apps tell people, with what they fill in (document 4.14). */
export const messageService = textService({
  name: "message",
  one: "message",
  title: "Messages",
  may: { read: "message.read", write: "message.write" },
  table: messages,
  values: messageTranslations,
  schemas: messageSchemas,
});

export const messageSearch = textSearch(messageService, "messages");
