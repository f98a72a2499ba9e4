import { z } from "zod";
import { byId, Id, Text } from "@/server/kit/call/wire";

/** A kit configuration as it is answered. */
export const KitConfiguration = z
  .object({
    version: z.int().meta({ description: "The version of this shape." }),
    handlebar: z.string().optional(),
    mount: z.string().optional(),
    display: z.string().optional(),
    battery: z.string().optional(),
    wheelSizeInches: z.number().optional(),
    sensors: z.array(z.string()),
  })
  .meta({ id: "KitConfigurationDTO" });

const Part = Text(80).nullish();

/** The parts of a kit as they are written: `null` is a part that is not there; a key that is no part is 400 and named. */
export const KitParts = z.strictObject({
  version: z.literal(1).default(1),
  handlebar: Part,
  mount: Part,
  display: Part,
  battery: Part,
  wheelSizeInches: z.number().min(8, "At least 8 inches.").max(40, "At most 40 inches.").nullish(),
  sensors: z
    .array(Text(40))
    .max(32, "At most 32 sensors.")
    .refine((sensors) => new Set(sensors).size === sensors.length, "Give each sensor once.")
    .default([]),
});

/** A kit configuration as it is written, and stored without the parts that are not there. */
export const WriteKitConfiguration = KitParts.transform(
  ({ handlebar, mount, display, battery, wheelSizeInches, ...kit }) => ({
    ...kit,
    ...(handlebar && { handlebar }),
    ...(mount && { mount }),
    ...(display && { display }),
    ...(battery && { battery }),
    ...(wheelSizeInches && { wheelSizeInches }),
  }),
).meta({ id: "WriteKitConfigurationDTO" });

/** What a client read may be sent back as it was; any other value is 422, because only the ERP writes it. */
export const ReadOnlyKit = z
  .record(z.string(), z.unknown())
  .nullish()
  .meta({ description: "Read-only, synced from the ERP: a value other than the stored one is 422." });

export const KitDifference = z
  .object({ path: z.string(), initial: z.unknown(), current: z.unknown() })
  .meta({ id: "KitDifferenceDTO" });

export const PersKit = z
  .object({
    persId: Id,
    initialKitConfiguration: KitConfiguration.nullable(),
    currentKitConfiguration: KitConfiguration.nullable(),
    differences: z.array(KitDifference),
    version: z.int(),
  })
  .meta({ id: "PersKitConfigurationResponseDTO" });

export const UpdatePersKit = byId({
  currentKitConfiguration: WriteKitConfiguration.nullish(),
  initialKitConfiguration: ReadOnlyKit,
});
