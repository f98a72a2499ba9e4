import { z } from "zod";
import { Download, Id, StoredInstant, Text } from "@/server/kit/call/wire";

export const AskOffers = z
  .object({
    persSerialNumbers: z
      .array(Text(60))
      .min(1)
      .max(1000, "At most 1,000 devices.")
      .meta({ description: "Serial numbers of devices." }),
  })
  .meta({ id: "AskFirmwareOffersDTO" });

/** What all offers of a rollout share. */
export const SharedOffer = z.object({
  rolloutId: Id,
  firmwareVersionId: Id,
  uuid: Id.meta({ description: "What its image is fetched by." }),
  firmwareVersion: z.string(),
  firmwareType: z.int().meta({ description: "1 main, 2 bootloader, 3 radio", enum: [1, 2, 3] }),
  sizeBytes: z.int().meta({ description: "Of the whole image." }),
  sha256: z.string().meta({ description: "Of the whole image." }),
  segments: z.array(z.object({ index: z.int(), startAddress: z.int(), length: z.int(), crc32: z.string() })),
  signature: z
    .string()
    .optional()
    .meta({ description: "Ed25519 over the bytes of the image, as base64, where the version has one." }),
});
const WholeOffer = z.object({ offerId: Id, ...SharedOffer.shape });

/** Read once for all devices of a rollout, by `SharedOffer`; the document shows the shape of one. */
const Offer = z
  .custom<z.output<typeof WholeOffer>>((value) => typeof value === "object" && value !== null)
  .meta({ id: "FirmwareOfferDTO", ...shapeOf(WholeOffer) });

export const Offers = z
  .object({
    items: z.array(
      z.object({
        persSerialNumber: z.string(),
        offer: Offer.nullable().meta({ description: "What it is to be updated with; null for nothing." }),
        waits: z.string().optional().meta({ description: "Why a device of a rollout is offered nothing now." }),
      }),
    ),
  })
  .meta({ id: "FirmwareOffersDTO" });

const Report = z.object({
  offerId: Id,
  state: z.enum(["downloading", "installed", "failed"]),
  errorCode: Text(60).optional().meta({ description: "Why it failed, in the device's own words." }),
  at: StoredInstant,
});

/** Each report is judged on its own, so anything is accepted here; the document shows the shape of one. */
const AnyReport = z.unknown().meta({ type: "object", ...shapeOf(Report) });
export const FirmwareReport = Report;

function shapeOf(schema: z.ZodType) {
  const { $schema: _, ...shape } = z.toJSONSchema(schema, { io: "input" });
  return shape;
}

export const SendReports = z
  .object({ items: z.array(AnyReport).min(1).max(1000, "At most 1,000 reports.") })
  .meta({ id: "SendFirmwareReportsDTO" });

const place = z.int().meta({ description: "Its place among those sent, from 0." });
export const TakenReports = z
  .object({
    accepted: z.int().meta({ description: "How many were taken." }),
    stale: z.array(place).meta({ description: "Reports of an earlier attempt, or of what has ended." }),
    withdrawn: z.array(place).meta({ description: "Downloads of what is not offered any more." }),
    rejected: z.array(z.object({ index: place, reason: z.string() })),
  })
  .meta({ id: "TakenFirmwareReportsDTO" });

export const ByUuid = z.object({ uuid: Id });
export const BySegment = z.object({ uuid: Id, index: z.int().min(0).max(4095) });
export const Image = Download;
