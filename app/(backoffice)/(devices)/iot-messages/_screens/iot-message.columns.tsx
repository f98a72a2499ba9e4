import { defineList } from "@/components/kit/list/definition";
import { When } from "@/components/ui/value";
import { payloadParts } from "../../pers/_screens/pers-message.rules";
import styles from "./iot-message.module.css";

export const iotMessageList = defineList({
  name: "iotMessages",
  columns: [
    { key: "persSerialNumber", title: "PERS device", width: "170px" },
    { key: "receivedAt", title: "Received", sort: true, width: "140px", cell: (row) => <When at={row.receivedAt} /> },
    { key: "iotMessageType", title: "Type", width: "130px" },
    {
      key: "payload",
      title: "Payload",
      cell: ({ payload }) => (
        <span title={JSON.stringify(payload, null, 1)}>
          {payloadParts(payload).map(([title, text]) => (
            <span key={title} className={styles.part}>
              {title} <b>{text}</b>
            </span>
          ))}
        </span>
      ),
    },
    { key: "sentAt", title: "Sent", width: "140px", cell: (row) => <When at={row.sentAt} /> },
    { key: "messageId", title: "Message id", width: "300px", hidden: true },
    { key: "id", title: "Id", width: "300px", hidden: true },
  ],
  filters: [
    { kind: "text", name: "persSerialNumber", title: "PERS device" },
    { kind: "text", name: "iotMessageType", title: "Type" },
    { kind: "dates", name: "dtBegin", until: "dtEnd", title: "Received" },
  ],
  search: "persSerialNumber",
});
