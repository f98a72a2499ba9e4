import type { Shows } from "@/components/kit/list/definition";
import { exactTime } from "@/components/ui/time";
import { payloadParts } from "@/server/devices/reading/reading.rules";
import { t } from "@/texts/t";
import styles from "./iot-message.module.css";

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

/** A payload in words; what is beyond a few of them shows when it is asked for. */
function Payload({ payload }: { payload: Record<string, unknown> }) {
  const parts = payloadParts(payload);
  const rest = parts.slice(mostParts);
  return (
    <>
      <Parts parts={parts.slice(0, mostParts)} />
      {rest.length > 0 && (
        <details className={styles.more}>
          <summary>{t("{count} more", { count: rest.length })}</summary>
          <Parts parts={rest} />
        </details>
      )}
    </>
  );
}

/** To the second, as a log has it. */
const Exact = ({ at }: { at: string }) => <time dateTime={at}>{exactTime(at)}</time>;

/** What all lists of messages show. */
export const iotMessageShows: Shows<"iotMessages"> = {
  columns: [
    { key: "receivedAt", sort: true, width: "200px", onPhone: true, cell: (row) => <Exact at={row.receivedAt} /> },
    { key: "iotMessageType", width: "130px", onPhone: true },
    { key: "payload", isLong: true, onPhone: true, cell: ({ payload }) => <Payload payload={payload} /> },
    { key: "sentAt", width: "200px", cell: (row) => <Exact at={row.sentAt} /> },
    { key: "messageId", width: "300px", hidden: true },
    { key: "id", title: "ID", width: "300px", hidden: true },
  ],
  filters: ["iotMessageType", { kind: "times", name: "dtBegin", until: "dtEnd" }],
};
