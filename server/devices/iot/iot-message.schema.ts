import { z } from "zod";
import { payloadText } from "@/server/devices/reading/reading.rules";
import { Id, Instant, Moment, StoredInstant, Text } from "@/server/kit/call/wire";
import { listInput } from "@/server/kit/list/list.schema";
import { said } from "@/server/kit/value/words.rules";
import { t } from "@/texts/t";
import { type PictureSpan, pictureSpans } from "./iot-picture.rules";

const range = (least: number, most: number, unit: string) => {
  const error = () => t("From {least} to {most} {unit}.", { least, most, unit: t(unit) });
  return z.number().min(least, { error }).max(most, { error }).nullish();
};

/** What a device can say that the current data shows; other fields of a payload are kept as they are. */
const Payload = z.looseObject({
  batteryLevel: range(0, 100, "%"),
  distance: range(0, 10_000_000, "km"),
  speed: range(0, 200, "km/h"),
  latitude: range(-90, 90, "degrees"),
  longitude: range(-180, 180, "degrees"),
  signal: range(-200, 0, "dBm"),
  firmwareVersion: Text(40).nullish(),
});

/** One message of a device. */
export const IotMessage = z
  .object({
    messageId: Text(100).meta({
      description: "The sender's id of the message, best a UUID v7. A message that is sent again counts once.",
    }),
    persSerialNumber: Text(60),
    iotMessageType: z
      .string()
      .regex(/^[A-Za-z][\w.:-]{0,39}$/, "A word of at most 40 letters, digits, dots, colons, dashes and underscores."),
    payload: Payload,
    sentAt: StoredInstant,
  })
  .meta({ id: "IotMessageDTO" });

/**
 * Each message is judged on its own, so anything is accepted here; the OpenAPI document shows the shape of a message.
 */
const AnyMessage = z.unknown().meta({ type: "object", ...shapeOf(IotMessage) });

/** The shape itself, which zod puts below `$defs` because it has a name. */
function shapeOf(schema: z.ZodType) {
  const { $defs } = z.toJSONSchema(schema, { io: "input" });
  const { id, ...shape } = Object.values($defs ?? {})[0] ?? {};
  return shape;
}

export const IngestIotMessages = z
  .object({ messages: z.array(AnyMessage).min(1).max(1000, "At most 1,000 messages.") })
  .meta({ id: "IngestIotMessagesDTO" });

export const IngestedIotMessages = z
  .object({
    accepted: z.int(),
    duplicates: z.int(),
    rejected: z.array(
      z.object({
        index: z.int().meta({ description: "its place among the messages sent, from 0" }),
        messageId: z.string().nullable(),
        field: z.string().meta({ description: "such as payload.batteryLevel" }),
        reason: z.string(),
      }),
    ),
  })
  .meta({ id: "IngestIotMessagesResponseDTO" });

export const LoggedIotMessage = z
  .object({
    id: Id,
    messageId: z.string(),
    persSerialNumber: z.string(),
    persId: Id.nullable().meta({
      description: "the PERS that bore the serial number when the message came, if it is still there",
    }),
    iotMessageType: z.string(),
    payload: z.record(z.string(), z.unknown()).register(said, { text: payloadText }),
    sentAt: Instant,
    receivedAt: Instant,
    createdAt: Instant,
    updatedAt: Instant,
  })
  .meta({ id: "PersIOTMessageDTO" });

export const ListIotMessages = listInput({
  sort: ["receivedAt"],
  filters: {
    persSerialNumber: z.string().max(60),
    iotMessageType: z.string().max(40),
    dtBegin: Moment.meta({ description: "received from then on" }),
    dtEnd: Moment.meta({ description: "received up to and with then" }),
    persId: Id.meta({ description: "messages of this very PERS" }),
  },
  order: "receivedAt:desc",
});

export const GetPicture = z.object({
  persId: Id,
  span: z.enum(Object.keys(pictureSpans) as [PictureSpan, ...PictureSpan[]]).default("month"),
});

/** How a device went over a span: points by the reader's clock, oldest first, with its alerts and the firmware that it got. */
export const Picture = z.object({
  /** the one that was asked for, or where that has no data one that has */
  span: z.enum(Object.keys(pictureSpans) as [PictureSpan, ...PictureSpan[]]),
  points: z.array(
    z.object({
      at: Instant.meta({ description: "when the point begins" }),
      isHeard: z.boolean().meta({ description: "whether any message came" }),
      batteryLevel: z.number().nullable(),
      signal: z.number().nullable(),
    }),
  ),
  alerts: z.array(
    z.object({
      id: Id,
      label: z.string(),
      level: z.object({ label: z.string(), color: z.string(), rank: z.int() }),
      startedAt: Instant,
      endedAt: Instant.nullable(),
    }),
  ),
  firmware: z.array(z.object({ id: Id, version: z.string().nullable(), installedAt: Instant })),
  isHeardBefore: z.boolean().meta({ description: "whether messages came before the first point" }),
  isHeard: z.boolean().meta({ description: "whether any message is kept" }),
});
