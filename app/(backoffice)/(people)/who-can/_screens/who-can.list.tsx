"use client";

import { ResourceList } from "@/components/kit/list/resource-list";
import { permissionCatalogue } from "@/server/permissions";
import { t } from "@/texts/t";
import { portalUsers } from "../../portal-users/portal-user.resource";
import { staff } from "../../staff/staff.resource";
import { rightHolders } from "../who-can.resource";

const rights = Object.entries(permissionCatalogue).map(([value, { label }]) => ({ value, label }));
const types = ["Staff", "Pro Center Admin", "Pro Center Member", "Rider"].map((value) => ({ value, label: value }));

/** Who can do something, and through which role; the address names the right, so that it can be sent to somebody. */
export const WhoCanList = () => (
  <ResourceList
    of={rightHolders}
    columns={[
      { key: "lastName", sort: true, cell: rightHolders.title, export: ["firstName", "lastName"] },
      "roles",
      { key: "type", sort: true, width: "160px", cell: (row) => t(row.type) },
      "email",
    ]}
    filters={[
      "name",
      { kind: "select", name: "permission", options: rights },
      "roleId",
      { kind: "select", name: "type", options: types },
    ]}
    href={(row) => (row.type === "Staff" ? staff : portalUsers).record(row.id, "rights")}
    empty="Active people with a permission, and the role that grants it."
  />
);
