import { apiKeys } from "@/app/(backoffice)/(people)/api-keys/api-key.resource";
import { grantMatrix } from "@/app/(backoffice)/(people)/permission-matrix/permission-matrix.resource";
import { portalUsers } from "@/app/(backoffice)/(people)/portal-users/portal-user.resource";
import { riders } from "@/app/(backoffice)/(people)/riders/rider.resource";
import { roles } from "@/app/(backoffice)/(people)/roles/role.resource";
import { staff } from "@/app/(backoffice)/(people)/staff/staff.resource";
import { members } from "@/app/(backoffice)/(people)/switch-to/member.resource";
import { rightHolders } from "@/app/(backoffice)/(people)/who-can/who-can.resource";
import type { Screen } from "@/components/kit/screen";

/** The screens of the people, in the order of the rail. */
export const people: Screen[] = [portalUsers, riders, staff, members, roles, grantMatrix, rightHolders, apiKeys];
