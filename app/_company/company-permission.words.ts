import { companyPermissions } from "@/server/company-permissions.rules";
import { catalogueOf, type PermissionEntry } from "@/server/permission-modules.rules";

/** What the permissions are called that roles of companies can hold, by their codes. */
export const companyCatalogue: Readonly<Record<string, PermissionEntry>> = catalogueOf(companyPermissions);
