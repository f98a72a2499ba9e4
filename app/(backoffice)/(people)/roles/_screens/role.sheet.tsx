"use client";

import { ResourceSheet } from "@/components/kit/sheet/resource-sheet";
import { Status } from "@/components/ui/value";
import { RoleForm } from "./role.form";

export const RoleSheet = ({ id }: { id: string }) => (
  <ResourceSheet
    name="roles"
    id={id}
    one="role"
    objectType="role"
    title={(record) => record.name}
    beside={(record) => record.isSystem && <Status tone="info">System role</Status>}
    facts={(record) => (
      <span>
        Held by {record.usersCount} {record.usersCount === 1 ? "user" : "users"}
      </span>
    )}
    tabs={[{ key: "overview", title: "Overview", content: (record) => <RoleForm record={record} /> }]}
    fields={{ name: "Name", code: "Code", groupCode: "Group", portalId: "Portal", permissions: "Permissions" }}
    needs="role.write"
    remove={{ list: "/roles", href: (id) => `/roles/${id}` }}
  />
);
