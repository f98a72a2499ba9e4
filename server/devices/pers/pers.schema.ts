import { z } from "zod";
import { NameText } from "@/server/kit/call/name.schema";
import { Id, Instant, Search, Stamps, Text, Version } from "@/server/kit/call/wire";
import { listInput } from "@/server/kit/list/list.schema";
import { emptyOf, lastDaysOf, rangeOf, setOf } from "@/server/kit/list/list-operators.schema";
import { choice, either, said } from "@/server/kit/value/words.rules";
import { persStatusWords } from "./pers.rules";
import { KitConfiguration, ReadOnlyKit, WriteKitConfiguration } from "./pers-kit.schema";
import { deviceStatusWords } from "./rollout-status.rules";

export const PersStatus = choice(persStatusWords);

const CompanyRef = z.object({ id: Id, name: z.string(), isVerified: z.boolean() }).nullable();

const VehicleRef = z
  .object({
    id: Id,
    nameVehicle: z.string().nullable(),
    vehicleSerialNumber: z.string(),
    vehicleRegistrationNumber: z.string().nullable(),
    vehicleBrand: z.string(),
  })
  .register(said, { text: ({ nameVehicle, vehicleSerialNumber }) => nameVehicle ?? vehicleSerialNumber });

export const Pers = z
  .object({
    id: Id,
    nuSerialPersNumber: z.string(),
    modelPERSId: Id,
    modelPERS: z.object({ id: Id, label: z.string() }),
    firmwareVersionId: Id.nullable(),
    firmwareVersion: z.object({ id: Id, firmwareVersion: z.string() }).nullable(),
    erpPersId: z.string().nullable(),
    status: PersStatus,
    vehicle: VehicleRef.nullable(),
    manufacturer: CompanyRef,
    subcontractor: CompanyRef,
    initialKitConfiguration: KitConfiguration.nullable(),
    currentKitConfiguration: KitConfiguration.nullable(),
    kitDiffers: either("Changed", ""),
    lastMessageAt: Instant.nullable()
      .meta({ description: "When it sent its newest message." })
      .register(said, { none: "Never" }),
    batteryLevel: z
      .number()
      .nullable()
      .meta({ description: "What it last said of its battery, in percent." })
      .register(said, { unit: "%" }),
    openAlerts: z.int().meta({ description: "How many alerts are open on it." }),
    activationPinAt: Instant.nullable().meta({ description: "When its activation PIN was last generated." }),
    ...Stamps,
  })
  .meta({ id: "PERSResponseDTO" });

export const CreatePers = z
  .object({
    nuSerialPersNumber: NameText(60),
    modelPERSId: Id,
    firmwareVersionId: Id.nullish(),
    erpPersId: Text(60).nullish(),
    status: PersStatus.optional(),
    currentKitConfiguration: WriteKitConfiguration.nullish(),
    initialKitConfiguration: ReadOnlyKit,
  })
  .meta({ id: "CreatePersDTO" });

export const UpdatePers = CreatePers.partial().meta({ id: "UpdatePersDTO" });

const NameOrId = Search.meta({ description: "Part of the name, or the id." });

/** A device that was never heard is silent for any time. */
export const silentForDays = z
  .int()
  .min(1)
  .max(3660)
  .meta({ description: "Those that have sent nothing for so many days, or ever." });

export const ListPers = listInput({
  sort: [
    "nuSerialPersNumber",
    "createdAt",
    "updatedAt",
    "status",
    "erpPersId",
    "modelPERS.label",
    "firmwareVersion",
    "lastMessageAt",
  ],
  filters: {
    ids: z.array(Id).max(1000).meta({ description: "These devices only, comma-separated." }),
    nuSerialPersNumber: Search,
    modelPERSId: Id,
    ...setOf("modelPERSId", Id),
    firmwareVersionId: Id,
    ...setOf("firmwareVersionId", Id),
    ...emptyOf("firmwareVersionId"),
    ...rangeOf("firmwareVersion", Version),
    erpPersId: Search,
    ...emptyOf("erpPersId"),
    nameVehicle: Search,
    vehicleSerialNumber: Search,
    vehicleBrand: NameOrId,
    vehicleRegistrationNumber: Search,
    manufacturer: NameOrId,
    subcontractor: NameOrId,
    initialKitConfiguration: Search,
    currentKitConfiguration: Search,
    status: PersStatus,
    ...setOf("status", PersStatus),
    ...lastDaysOf("lastMessageAt"),
    ...emptyOf("lastMessageAt"),
    ...rangeOf("batteryLevel", z.number()),
    hasOpenAlert: z.boolean().meta({ description: "Whether an alert is open on the device." }),
    openAlertLevelId: Id.meta({ description: "An alert of this level is open on the device." }),
    ...setOf("openAlertLevelId", Id),
    isSilent: z.boolean().meta({ description: "Whether the device has sent nothing for a day." }),
    silentForDays,
    isFirmwareBehind: z.boolean().meta({ description: "Whether a newer firmware is offered to the device." }),
    rolloutId: Id.meta({ description: "The devices of this firmware rollout." }),
    rolloutStatus: choice(deviceStatusWords).meta({
      description: "How the device stands in the rollout of `rolloutId`, or in the one that holds it.",
    }),
    kitDiffers: z
      .boolean()
      .meta({ description: "Whether the current kit configuration differs from the initial one." }),
  },
});

export const SetPersStatus = z.object({ ids: z.array(Id).min(1).max(1000), status: PersStatus });

export const PersFirmwareHistory = z.object({
  items: z.array(
    z.object({
      id: Id,
      firmwareVersionId: Id,
      firmwareVersion: z.string().nullable(),
      category: z.string().nullable(),
      installedAt: Instant,
    }),
  ),
});

/** What a device runs, by type, and how that is known. */
export const PersFirmware = z.object({
  items: z.array(
    z.object({
      firmwareType: z.int(),
      firmwareVersion: z.object({ id: Id, firmwareVersion: z.string() }),
      saidAt: Instant,
      by: z.enum(["report", "message", "person"]),
    }),
  ),
});

export const PersPin = z.object({ pin: z.string() });
