import { alertConstraints } from "./alerts";
import { companyConstraints } from "./companies";
import type { Constraint, Constraints } from "./constraint";
import { contentConstraints } from "./content";
import { deviceConstraints } from "./devices";
import { identityConstraints } from "./identity";
import { notificationConstraints } from "./notification";
import { operationConstraints } from "./operations";
import { vehicleConstraints } from "./vehicles";

const all: Constraints = {
  ...alertConstraints,
  ...companyConstraints,
  ...contentConstraints,
  ...deviceConstraints,
  ...identityConstraints,
  ...notificationConstraints,
  ...operationConstraints,
  ...vehicleConstraints,
};

/** PostgreSQL cuts names at 63 bytes. */
export const constraints = new Map<string, Constraint>(
  Object.entries(all).map(([name, constraint]) => [name.slice(0, 63), constraint]),
);
