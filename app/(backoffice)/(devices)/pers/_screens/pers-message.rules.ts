/** A message as the log and the live tail give it, as far as these rules need it. */
interface Message {
  id: string;
  receivedAt: string;
  iotMessageType: string;
}

/** What the list of messages is filtered by; the times are instants, with the last minute whole. */
export interface MessageFilter {
  iotMessageType?: string;
  dtBegin?: string;
  dtEnd?: string;
}

export const messagesKey = "messages";

/** Whether the list would hold this message, for those that come in live. */
export function passes({ iotMessageType, receivedAt }: Message, filter: MessageFilter) {
  const at = Date.parse(receivedAt);
  return (
    iotMessageType.toLowerCase().includes((filter.iotMessageType ?? "").trim().toLowerCase()) &&
    (filter.dtBegin === undefined || at >= Date.parse(filter.dtBegin)) &&
    (filter.dtEnd === undefined || at <= Date.parse(filter.dtEnd))
  );
}

/** Two lists as one, newest first, each message once: the log and the live tail overlap. An id begins with its time. */
export function mergeMessages<M extends Message>(some: M[], others: M[], most = Number.POSITIVE_INFINITY): M[] {
  const byId = new Map([...some, ...others].map((message) => [message.id, message]));
  return [...byId.values()].sort((a, b) => (a.id < b.id ? 1 : -1)).slice(0, most);
}
