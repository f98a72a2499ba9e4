import { get, post } from "@/server/kit/call/meta";
import { permitted, router } from "@/server/kit/call/procedure";
import { fromReplica } from "@/server/kit/call/replica";
import { listProcedures } from "@/server/kit/list/list-procedures";
import { iotIngestService } from "./iot-ingest.service";
import { iotLogService } from "./iot-log.service";
import {
  GetPicture,
  IngestedIotMessages,
  IngestIotMessages,
  ListIotMessages,
  LoggedIotMessage,
  Picture,
} from "./iot-message.schema";
import { pictureOf } from "./iot-picture.service";

const section = "4.15";
const ingest = { section, auth: "apiKey", maxBytes: 4 * 1024 * 1024 } as const;

export const iotMessageRouter = router({
  ...listProcedures({
    may: { read: "iot.read" },
    rest: get("/v1/backoffice/log-iot-message", { section }),
    input: ListIotMessages,
    item: LoggedIotMessage,
    dto: "LogPersIOTMessageDTO",
    service: iotLogService,
    isLive: true,
  }),
  picture: permitted("iot.read")
    .input(GetPicture)
    .output(Picture)
    .query(({ ctx, input }) => fromReplica(ctx, (ctx) => pictureOf(ctx, input.persId, input.span))),
  ingest: permitted("iot.write", post("/v1/backoffice/internals/iot-messages", ingest), {
    unaudited: "The log of messages is its own record.",
  })
    .input(IngestIotMessages)
    .output(IngestedIotMessages)
    .mutation(({ ctx, input }) => iotIngestService.ingest(ctx, input.messages)),
});
