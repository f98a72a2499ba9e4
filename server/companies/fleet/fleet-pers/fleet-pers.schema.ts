import { z } from "zod";
import { ShownLinkType } from "@/server/companies/fleet/company-pers-link/company-pers-link.schema";
import { LevelRef } from "@/server/devices/level-alert/level-alert.schema";
import { Pers, silentForDays } from "@/server/devices/pers/pers.schema";
import { Id, Instant, Moment, Search } from "@/server/kit/call/wire";
import { NameForReader } from "@/server/kit/language/translation.schema";
import { listInput } from "@/server/kit/list/list.schema";

const { modelPERS, firmwareVersion, status, vehicle, manufacturer, subcontractor } = Pers.shape;

const BasePers = { id: Id, nuSerialPersNumber: z.string(), modelPERS };

/** A device that the company reaches, and by which link. */
export const FleetPers = z
  .object({
    id: Id.meta({ description: "The device's." }),
    linkId: Id.meta({
      description: "The link by which the company reaches it: its own, else one that was handed over.",
    }),
    pers: z.object({ ...BasePers, firmwareVersion, status }),
    linkType: ShownLinkType.nullable().meta({
      description: "1 manufacturer, 2 subcontractor; null where the device is on a vehicle that the company reaches",
    }),
    manufacturer,
    subcontractor,
    vehicle,
    startDate: Instant,
    endDate: Instant.nullable(),
    lastMessageAt: Instant.nullable(),
    openAlerts: z.int().meta({ description: "Alerts that are open on the device." }),
    gravestAlert: z
      .object({ name: NameForReader, level: LevelRef, since: Instant })
      .nullable()
      .meta({ description: "Of the alerts that are open the newest of the gravest level; null where none is." }),
  })
  .meta({ id: "UserCompanyPersLinkDTO" });

export const ListFleetPers = listInput({
  sort: ["nuSerialPersNumber", "modelPERS.label", "firmwareVersion", "createdAt"],
  filters: {
    companyId: Id.meta({ description: "The company that the list is inside of." }),
    serialPersNumber: Search,
    modelPers: Search.meta({ description: "Part of the model's label." }),
    firmwareVersionId: Id,
    serialNumberFastSearch: Search.meta({ description: "The beginning of the serial number." }),
    startDate: Moment.meta({ description: "linked then or later" }),
    endDate: Moment.meta({ description: "linked then or before" }),
    manufacturer: Search.meta({ description: "Part of the manufacturer's name." }),
    subcontractor: Search.meta({ description: "Part of the subcontractor's name." }),
    subcontractorId: Id.meta({ description: "Those that this subcontractor has, whoever handed them over." }),
    associateStatus: z.literal([1, 2]).meta({ description: "1 on a vehicle, 2 free" }),
    isSilent: z.boolean().meta({ description: "Whether the device has sent nothing for a day." }),
    hasAlerts: z.boolean().meta({ description: "Whether an alert is open on the device." }),
    silentForDays,
    isFirmwareBehind: z.boolean().meta({ description: "Whether a newer firmware is offered to the device." }),
  },
});

export const ShownPers = z.object(BasePers).meta({ id: "BasePersDTO" });

/** Devices that can be put on a vehicle. */
export const ListAvailablePers = listInput({
  sort: ["nuSerialPersNumber", "createdAt"],
  filters: { nuSerialPersNumber: Search },
  order: "nuSerialPersNumber:asc",
});

export const PersBySerial = z.object({ persSerialNumber: z.string().max(200) });
export const GetPersCurrentData = z.object({ id: Id, languageId: Id.optional() });
