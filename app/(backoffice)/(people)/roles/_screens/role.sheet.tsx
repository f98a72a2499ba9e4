"use client";

import { ResourceSheet } from "@/components/kit/sheet/resource-sheet";
import { LinkTo, Status } from "@/components/ui/value";
import { counted } from "@/server/kit/count.rules";
import { rightHolders } from "../../who-can/who-can.resource";
import { roles } from "../role.resource";
import { RoleForm } from "./role.form";
import { RoleRights } from "./role-rights.tab";

const holdersOf = (roleId: string) => rightHolders.list({ roleId });

export const RoleSheet = ({ id }: { id: string }) => (
  <ResourceSheet
    of={roles}
    id={id}
    beside={(record) => record.isSystem && <Status tone="info">System role</Status>}
    facts={(record) => <LinkTo href={holdersOf(id)}>{`Held by ${counted(record.usersCount, "user")}`}</LinkTo>}
    tabs={[
      { key: "overview", title: "Overview", content: (record) => <RoleForm record={record} /> },
      { key: "who", title: "Who can do this", content: (record) => <RoleRights record={record} /> },
    ]}
    remove={() => ({ title: "Show who holds it", href: holdersOf(id) })}
  />
);
