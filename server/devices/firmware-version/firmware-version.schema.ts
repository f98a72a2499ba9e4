import { z } from "zod";
import { byId, Id, LongText, Search, Stamps, Text, Version } from "@/server/kit/call/wire";
import { listInput } from "@/server/kit/list/list.schema";
import { rangeOf, setOf } from "@/server/kit/list/list-operators.schema";
import { either, said, shown } from "@/server/kit/value/words.rules";
import { firmwareTypes } from "./firmware-version.rules";

export const FirmwareType = z
  .literal([1, 2, 3], { error: "Use 1 (main), 2 (bootloader) or 3 (radio)." })
  .meta({ description: "1 main, 2 bootloader, 3 radio" })
  .register(said, { words: firmwareTypes });

const base = {
  id: Id,
  firmwareVersion: z.string(),
  label: z.string().meta({ description: "Version, category and type, which identify a version." }),
  categoryId: Id,
  category: z.object({ id: Id, label: z.string() }),
  updateId: z.string(),
  firmwareType: shown(FirmwareType),
  releaseNote: z.string().nullable(),
  uuid: Id,
  isActivated: either("Active", "Inactive"),
  persCount: z.int().meta({ description: "How many PERS devices run it." }),
};

export const CompatiblePers = z
  .object({
    id: Id,
    modelPersId: Id,
    modelPers: z.object({ id: Id, label: z.string() }),
    minVersion: z.string().nullable(),
    maxVersion: z.string().nullable(),
  })
  .meta({ id: "CompatiblePersResponseDTO" });

const SegmentInfo = z
  .object({ index: z.int(), startAddress: z.int(), length: z.int(), crc32: z.string() })
  .meta({ id: "FirmwareSegmentDTO" });

/** A version in a list; its models and segments are only in the answer for one version. */
export const FirmwareVersionRow = z.object({ ...base, ...Stamps }).meta({ id: "FirmwareVersionListItemDTO" });

export const FirmwareVersion = z
  .object({
    ...base,
    signature: z.string().nullable().meta({ description: "Ed25519 over the image, as base64; null for none." }),
    compatiblePers: z.array(CompatiblePers),
    segments: z.array(SegmentInfo),
    ...Stamps,
  })
  .meta({ id: "FirmwareVersionResponseDTO" });

const Signature = z
  .string()
  .trim()
  .regex(/^[\w+/]{85}[AQgw]==$/, "Give the 64 bytes of an Ed25519 signature as base64.");

export const CreateFirmwareVersion = z
  .object({
    firmwareVersion: Version,
    categoryId: Id,
    updateId: Text(80),
    firmwareType: FirmwareType,
    releaseNote: LongText(5000).nullish(),
    isActivated: z.boolean().optional(),
    signature: Signature.nullish().meta({
      description: "Ed25519 over the bytes of the image, as base64; it fits one of FIRMWARE_PUBLIC_KEYS.",
    }),
  })
  .meta({ id: "CreateFirmwareVersionDTO" });

export const UpdateFirmwareVersion = CreateFirmwareVersion.partial().meta({ id: "UpdateFirmwareVersionDTO" });

export const ListFirmwareVersions = listInput({
  sort: ["firmwareVersion", "category.label", "updateId", "firmwareType", "createdAt", "updatedAt"],
  filters: {
    firmwareVersion: Search,
    ...rangeOf("firmwareVersion", Version),
    categoryId: Id,
    ...setOf("categoryId", Id),
    updateId: Search,
    firmwareType: FirmwareType,
    ...setOf("firmwareType", FirmwareType),
    isActivated: z.boolean(),
  },
});

export const CheckDuplicateVersion = z.object({
  firmwareVersion: z.string().max(60).optional(),
  categoryId: Id,
  updateId: Text(80),
  firmwareType: FirmwareType,
});

export const CreateFirmwareCompatibility = z
  .object({ modelPersId: Id, minVersion: Version.nullish(), maxVersion: Version.nullish() })
  .meta({ id: "CreateFirmwareCompatibilityDTO" });

const Address = z
  .int()
  .min(0)
  .max(2 ** 32 - 1);
// A padded base64 text whose last letter says more than the last byte: the same bytes written in another way.
const noStrayBits = /([^=]|[AEIMQUYcgkosw048]=|[AQgw]==)$/;
const Segment = z.object({
  index: z.int().min(0).max(4095),
  startAddress: Address,
  length: Address.min(1),
  crc32: z
    .union([z.string().regex(/^(0x)?[\da-f]{1,8}$/i), Address], { error: "Give the CRC-32 as eight hex digits." })
    .meta({ description: "CRC-32 (IEEE) of the data, as hex digits or as a number." }),
  data: z.base64("This is not base64.").min(1).regex(noStrayBits, "This base64 has bits after its last byte."),
});

export const CreateFirmwareSegments = byId({ segments: z.array(Segment).min(1).max(4096) });

/** A firmware image on its way from a screen; at most 10 MB. A binary needs the address of its first byte. */
export const ImageFile = z.object({
  fileName: Text(300),
  base64: z.base64().max(14_000_000),
  format: z.enum(["intel-hex", "binary"]),
  startAddress: Address.nullish(),
});

/** What a file would put in place of the segments; uploading it sends `sha256` back. */
export const ImagePreview = z.object({
  sha256: z.string(),
  entryPoint: z.int().nullable(),
  segments: z.array(SegmentInfo),
});

/** How many devices ran a version at the end of each week, by the week's Monday. */
export const FirmwareAdoption = z.object({ weeks: z.array(z.object({ week: z.string(), devices: z.int() })) });

/** How many devices run a version, of whatever type it is; `persCount` is of main firmware, which stands in the list of PERS. */
export const FirmwareRunning = z.object({ devices: z.int() });
