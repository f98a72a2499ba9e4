import { IconShieldLock, IconUsers } from "@tabler/icons-react";
import { grantMatrix } from "@/app/(backoffice)/(people)/permission-matrix/permission-matrix.resource";
import { portalUsers } from "@/app/(backoffice)/(people)/portal-users/portal-user.resource";
import { riders } from "@/app/(backoffice)/(people)/riders/rider.resource";
import { roles } from "@/app/(backoffice)/(people)/roles/role.resource";
import { staff } from "@/app/(backoffice)/(people)/staff/staff.resource";
import { members } from "@/app/(backoffice)/(people)/switch-to/member.resource";
import { rightHolders } from "@/app/(backoffice)/(people)/who-can/who-can.resource";
import type { Area } from "@/components/kit/screen";

/** The area of rights. */
export const access: readonly Area[] = [
  {
    heading: "Access",
    icon: IconShieldLock,
    pages: [
      [roles, "Sets of rights that staff and members are given."],
      [grantMatrix, "Each row shows which roles the holders of a role can grant to and remove from others."],
      [rightHolders, "Choose a right to see everybody who has it, and by which role."],
      [members, "See the portal as a member of a company does, and act for them; it is recorded."],
    ],
  },
];

/** The area of the people. */
export const people: readonly Area[] = [
  {
    heading: "People",
    icon: IconUsers,
    pages: [
      [riders, "People who ride a vehicle with a PERS device."],
      [portalUsers, "Everybody with an account who is not staff, riders included."],
      [staff, "Your colleagues in the backoffice, and the roles that they have."],
    ],
  },
];
