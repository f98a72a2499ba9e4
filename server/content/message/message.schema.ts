import { textSchemas } from "@/server/kit/text/text.schema";

/** Messages of our apps (document 4.14), whose values may hold {tokens}. */
export const messageSchemas = textSchemas({ dto: "Message", tokens: true });
