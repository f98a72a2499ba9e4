import { IconActivity } from "@tabler/icons-react";
import { resource } from "@/components/kit/resource";

export const iotMessages = resource("iotMessages", {
  one: "device message",
  many: "device messages",
  at: "/iot-messages",
  icon: IconActivity,
  may: { read: "iot.read" },
  title: (row) => row.messageId,
  search: "persSerialNumber",
  words: {},
  shown: {
    persSerialNumber: "PERS device",
    receivedAt: "Received",
    dtBegin: "Received",
    iotMessageType: "Type",
    payload: "Payload",
    sentAt: "Sent",
    messageId: "Message ID",
  },
});
