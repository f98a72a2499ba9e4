"use client";

import { AlertFigures } from "../../../(backoffice)/(devices)/alert-desk/_screens/alert-figures.part";
import { DeskStanding } from "../../../(backoffice)/(devices)/alert-desk/_screens/desk-standing.part";
import { fleetFigures } from "../fleet.resource";
import { fleetPlace } from "./fleet-place.words";

/** What the company's desk did. */
export const FleetFigures = () => <AlertFigures place={fleetPlace} heading={fleetFigures.heading} />;

/** What of the company's alerts is the reader's and what is nobody's. */
export const FleetStanding = () => <DeskStanding place={fleetPlace} />;
