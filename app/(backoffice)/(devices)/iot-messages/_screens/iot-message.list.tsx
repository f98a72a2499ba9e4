"use client";

import { ResourceList } from "@/components/kit/list/resource-list";
import { iotMessageList } from "./iot-message.columns";

export const IotMessageList = () => (
  <ResourceList
    list={iotMessageList}
    title="Device messages"
    empty="Devices report over the internal API. Nothing came in for what is asked here."
    href={(row) => `/pers?nuSerialPersNumber=${encodeURIComponent(row.persSerialNumber)}`}
  />
);
