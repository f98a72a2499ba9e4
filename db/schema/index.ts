// The one barrel: drizzle wants every table in one object.
export * from "./alerts";
export * from "./companies";
export * from "./content";
export * from "./devices";
export * from "./identity";
export * from "./iot";
export * from "./language";
export * from "./operations";
export { backoffice } from "./pg-schema";
export * from "./vehicle";
