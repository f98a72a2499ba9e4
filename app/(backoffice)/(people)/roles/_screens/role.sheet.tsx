"use client";

import { ResourceSheet } from "@/components/kit/sheet/resource-sheet";
import { LinkTo, Status } from "@/components/ui/value";
import { RoleForm } from "./role.form";
import { RoleRights } from "./role-rights";

const fields = { name: "Name", code: "Code", groupCode: "Group", portalId: "Portal", permissions: "Permissions" };

export const RoleSheet = ({ id }: { id: string }) => (
  <ResourceSheet
    name="roles"
    id={id}
    one="role"
    objectType="role"
    title={(record) => record.name}
    beside={(record) => record.isSystem && <Status tone="info">System role</Status>}
    facts={(record) => (
      <LinkTo href={`/who-can?roleId=${record.id}`}>
        {`Held by ${record.usersCount} ${record.usersCount === 1 ? "user" : "users"}`}
      </LinkTo>
    )}
    tabs={[
      { key: "overview", title: "Overview", content: (record) => <RoleForm record={record} /> },
      { key: "who", title: "Who can do this", content: (record) => <RoleRights record={record} /> },
    ]}
    fields={fields}
    verbs={{ "allow-manage": "changed what this role may grant" }}
    needs="role.write"
    remove={{
      list: "/roles",
      href: (id) => `/roles/${id}`,
      usedBy: (id) => ({ title: "Show who holds it", href: `/who-can?roleId=${id}` }),
    }}
  />
);
