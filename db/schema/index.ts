// The one barrel: drizzle wants every table in one object.
export * from "./alerts";
export * from "./companies";
export * from "./content";
export * from "./devices";
export * from "./identity";
export * from "./identity-invitation";
export * from "./identity-second-factor";
export * from "./import";
export * from "./iot";
export * from "./language";
export * from "./mail-template";
export * from "./module";
export * from "./notification";
export * from "./operations";
export { backoffice, notification, platform } from "./pg-schema";
export * from "./platform";
export * from "./sheet-activity";
export * from "./vehicle";
