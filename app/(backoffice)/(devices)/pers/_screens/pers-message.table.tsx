import { cell, NarrowHead, PlainTable } from "@/components/ui/plain-table";
import { exactTime } from "@/components/ui/time";
import { payloadParts } from "./pers-message.rules";
import styles from "./pers-part.module.css";
import type { LiveMessage } from "./use-live-messages";

const mostParts = 8;

const Parts = ({ parts }: { parts: [title: string, text: string][] }) => (
  <div className={styles.parts}>
    {parts.map(([title, text]) => (
      <span key={title}>
        {title} <b>{text}</b>
      </span>
    ))}
  </div>
);

function Payload({ payload }: Pick<LiveMessage, "payload">) {
  const parts = payloadParts(payload);
  const rest = parts.slice(mostParts);
  return (
    <>
      <Parts parts={parts.slice(0, mostParts)} />
      {rest.length > 0 && (
        <details className={styles.more}>
          <summary>{rest.length} more</summary>
          <Parts parts={rest} />
        </details>
      )}
    </>
  );
}

/** Messages with their exact times, as a log has them, and their payload in words. @param fresh the ids of those that came in live */
export const MessageTable = ({ items, fresh }: { items: LiveMessage[]; fresh: Set<string> }) => (
  <PlainTable
    narrow="stacked"
    heads={[
      <NarrowHead key="received">Received</NarrowHead>,
      <th key="type" scope="col" className={styles.kind}>
        Type
      </th>,
      "Payload",
      <NarrowHead key="sent">Sent</NarrowHead>,
    ]}
  >
    {items.map(({ id, receivedAt, sentAt, iotMessageType, payload }) => (
      <tr key={id} className={fresh.has(id) ? styles.fresh : undefined}>
        <td data-title="Received" className={cell.narrow}>
          <time dateTime={receivedAt}>{exactTime(receivedAt)}</time>
        </td>
        <td data-title="Type">{iotMessageType}</td>
        <td>
          <Payload payload={payload} />
        </td>
        <td data-title="Sent" className={cell.narrow}>
          <time dateTime={sentAt}>{exactTime(sentAt)}</time>
        </td>
      </tr>
    ))}
  </PlainTable>
);
