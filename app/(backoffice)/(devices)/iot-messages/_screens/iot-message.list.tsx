"use client";

import { ResourceList } from "@/components/kit/list/resource-list";
import { pers } from "../../pers/pers.resource";
import { iotMessages } from "../iot-message.resource";
import { iotMessageShows } from "./iot-message.columns";

export const IotMessageList = () => (
  <ResourceList
    of={iotMessages}
    columns={[{ key: "persSerialNumber", width: "170px" }, ...iotMessageShows.columns]}
    filters={["persSerialNumber", ...iotMessageShows.filters]}
    empty="Devices send messages through the internal API. No messages match this filter."
    href={(row) => (row.persId ? pers.record(row.persId, "messages") : undefined)}
  />
);
