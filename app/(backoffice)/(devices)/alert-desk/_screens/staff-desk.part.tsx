"use client";

import { AlertDesk } from "./alert-desk.part";
import { staffPlace } from "./staff-place.words";

/** The desk of staff. */
export const StaffDesk = () => <AlertDesk of={staffPlace} />;
