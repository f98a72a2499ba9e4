import { riders } from "../../../(people)/riders/rider.resource";
import { pers } from "../../pers/pers.resource";
import { vehicles } from "../../vehicles/vehicle.resource";
import { alertDesk } from "../alert-desk.resource";
import type { DeskPlace } from "./alert-place.part";

/** Where staff work on alerts. */
export const staffPlace: DeskPlace = {
  of: alertDesk,
  write: "pers-alert.write",
  pers,
  vehicles,
  riders,
  isStaff: true,
};
