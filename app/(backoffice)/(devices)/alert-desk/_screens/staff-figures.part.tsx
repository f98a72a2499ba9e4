"use client";

import { alertFigures } from "../../alert-figures/alert-figures.resource";
import { AlertFigures } from "./alert-figures.part";
import { staffPlace } from "./staff-place.words";

/** What the desk of staff did. */
export const StaffFigures = () => <AlertFigures place={staffPlace} heading={alertFigures.heading} />;
