import { sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { firmwareVersions, firmwareCompatibilities as fits, pers } from "@/db/schema";

const runs = alias(firmwareVersions, "runs");
const newer = alias(firmwareVersions, "newer");

/**
 * Whether a newer version of the firmware that a device runs is offered to devices of its model. It may have to be reached
 * by way of a version between. Which versions of which models those are is looked up once, not for each device.
 */
export const hasNewerFirmware = sql<boolean>`coalesce((${pers.firmwareVersionId}, ${pers.modelPERSId}) in (
  select ${runs.id}, ${fits.modelPersId} from ${firmwareVersions} as ${runs}
  join ${firmwareVersions} as ${newer} on ${newer.categoryId} = ${runs.categoryId}
    and ${newer.firmwareType} = ${runs.firmwareType} and ${newer.isActivated}
    and ${newer.firmwareVersionSort} collate "C" > ${runs.firmwareVersionSort} collate "C"
  join ${fits} on ${fits.firmwareVersionId} = ${newer.id}), false)`;
