"use client";

import { Button } from "@mantine/core";
import { useState } from "react";
import { attempt } from "@/components/kit/attempt";
import { ChildList } from "@/components/kit/list/child-list";
import type { RowOf } from "@/components/kit/resource";
import { trpc } from "@/components/kit/trpc";
import { useMay } from "@/components/kit/viewer";
import { notify } from "@/components/ui/notice";
import { Mark, None } from "@/components/ui/value";
import { isPermission, permissionCatalogue } from "@/server/permissions";
import { CompanyRoleDialog } from "./company-role.form";
import { companyRoles } from "./company-role.words";

type Role = RowOf<"companyRoles">;

const labelOf = (code: string) => (isPermission(code) ? permissionCatalogue[code][0] : code);

/** The roles of a company, with what they are worth within the ceiling of its category. */
export function CompanyRolesTab({ companyId }: { companyId: string }) {
  const mayWrite = useMay()(companyRoles.may.write);
  const [edited, setEdited] = useState<Role | "new">();
  return (
    <>
      {mayWrite && (
        <Button mb="sm" onClick={() => setEdited("new")}>
          Create role
        </Button>
      )}
      {edited && (
        <CompanyRoleDialog
          companyId={companyId}
          record={edited === "new" ? undefined : edited}
          onClose={() => setEdited(undefined)}
        />
      )}
      <ChildList
        of={companyRoles}
        where={{ companyId }}
        sort="title:asc"
        columns={[
          { key: "title", sort: true, width: "180px" },
          { key: "permissions", isLong: true, cell: (row) => row.permissions.map(labelOf).join(", ") || <None /> },
          {
            key: "isDefault",
            sort: true,
            width: "90px",
            cell: (row) => <Mark value={row.isDefault} title="Default" />,
          },
          {
            key: "isActivated",
            sort: true,
            width: "100px",
            cell: (row) => <Mark value={row.isActivated} title="Activated" />,
          },
          { key: "membersCount", sort: true, align: "right", width: "90px" },
          {
            key: "id",
            title: "Change",
            align: "right",
            width: "260px",
            cell: (row) => <Actions role={row} companyId={companyId} onEdit={() => setEdited(row)} />,
          },
        ]}
        filters={["title"]}
        href={null}
        empty="This company has no role yet. The first one becomes its default."
      />
    </>
  );
}

interface ActionProps {
  role: Role;
  companyId: string;
  onEdit: () => void;
}

function Actions({ role, companyId, onEdit }: ActionProps) {
  const mayWrite = useMay()(companyRoles.may.write);
  const configure = trpc.companyRoleConfigurations.updateAll.useMutation();
  if (!mayWrite) return <None />;
  const set = (change: { isDefault?: boolean; isActivated?: boolean }, done: string) =>
    attempt(async () => {
      await configure.mutateAsync({ companyId, items: [{ companyRoleId: role.id, ...change }] });
      notify(done);
    });
  const button = { size: "compact-sm", variant: "default", ml: 6, loading: configure.isPending } as const;
  return (
    <>
      <Button size="compact-sm" variant="default" onClick={onEdit}>
        Edit
      </Button>
      {!role.isDefault && role.isActivated && (
        <Button {...button} onClick={() => set({ isDefault: true }, `${role.title} is the default role`)}>
          Make default
        </Button>
      )}
      {!role.isDefault && (
        <Button
          {...button}
          onClick={() =>
            set({ isActivated: !role.isActivated }, role.isActivated ? "Role deactivated" : "Role activated")
          }
        >
          {role.isActivated ? "Deactivate" : "Activate"}
        </Button>
      )}
    </>
  );
}
