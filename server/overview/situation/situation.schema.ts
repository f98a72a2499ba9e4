import { z } from "zod";
import { Id, Instant } from "@/server/kit/call/wire";

const Named = z.object({ id: Id, name: z.string() });

/** A person with their telephone, for who may see people of that kind. */
const Person = z.object({
  id: Id,
  firstName: z.string(),
  lastName: z.string(),
  phoneNumber: z.string().nullable(),
});

/** How a device is, for the first sentence of a sheet. */
const Device = z.object({
  lastMessageAt: Instant.nullable(),
  batteryLevel: z.number().nullable().meta({ description: "In percent." }),
  batteryBefore: z.number().nullable().meta({ description: "In percent, a day or more before its newest reading." }),
  usualGap: z.number().nullable().meta({ description: "How long it usually says nothing, in ms; null where unknown." }),
  openAlerts: z.int(),
  /** the gravest alert that is open, in the reader's language */
  alert: z
    .object({
      id: Id,
      label: z.string(),
      level: z.object({ label: z.string(), color: z.string(), rank: z.int() }),
      since: Instant,
    })
    .nullable(),
});
export type DeviceSituation = z.output<typeof Device>;

export const PersSituation = Device.extend({ rider: Person.nullable(), vehicleCompany: Named.nullable() });

export const VehicleSituation = z.object({
  device: Device.nullable(),
  rider: Person.nullable(),
  companies: z.array(Named),
});

export const PersonSituation = z.object({
  companies: z.array(Named),
  vehiclesCount: z.int(),
  /** the vehicle that they ride, that with the device heard last where they ride several */
  vehicle: Named.extend({
    pers: z.object({ id: Id, nuSerialPersNumber: z.string() }).nullable(),
    lastMessageAt: Instant.nullable(),
    batteryLevel: z.number().nullable(),
    openAlerts: z.int(),
  }).nullable(),
});

export const CompanySituation = z.object({
  /** some of its administrators, with their telephones where the reader may see people of companies */
  admins: z.array(Person),
  openAlerts: z.int().meta({ description: "Devices of the company with an open alert, at most 100 of them." }),
});
