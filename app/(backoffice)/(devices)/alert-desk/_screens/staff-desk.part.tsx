"use client";

import { riders } from "../../../(people)/riders/rider.resource";
import { pers } from "../../pers/pers.resource";
import { vehicles } from "../../vehicles/vehicle.resource";
import { alertDesk } from "../alert-desk.resource";
import { AlertDesk } from "./alert-desk.part";

/** The desk of staff. */
export const StaffDesk = () => (
  <AlertDesk of={{ of: alertDesk, write: "pers-alert.write", pers, vehicles, riders, isStaff: true }} />
);
