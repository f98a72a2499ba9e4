"use client";

import { Button } from "@mantine/core";
import { useState } from "react";
import { MissingLanguages } from "@/app/(backoffice)/(content)/_screens/missing-languages.words";
import { attempt } from "@/components/kit/attempt";
import { ChildList } from "@/components/kit/list/child-list";
import type { RowOf } from "@/components/kit/resource";
import { trpc } from "@/components/kit/trpc";
import { useMay } from "@/components/kit/viewer";
import { notify } from "@/components/ui/notice";
import { Mark, None } from "@/components/ui/value";
import { CompanyRoleDialog, CompanyRoleTranslations } from "./company-role.form";
import { companyRoles } from "./company-role.words";
import { CompanyRoleMatrices } from "./company-role-matrix.form";

type Role = RowOf<"companyRoles">;

/** The roles of a company, their rights within the ceiling of its category, and who may give which. */
export function CompanyRolesTab({ companyId }: { companyId: string }) {
  const mayWrite = useMay()(companyRoles.may.write);
  const [edited, setEdited] = useState<Role | "new">();
  const [translated, setTranslated] = useState<string>();
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
      {translated && (
        <CompanyRoleTranslations companyId={companyId} id={translated} onClose={() => setTranslated(undefined)} />
      )}
      <ChildList
        of={companyRoles}
        where={{ companyId }}
        sort="title:asc"
        columns={[
          { key: "title", sort: true, width: "180px" },
          { key: "description", isLong: true },
          { key: "permissions", title: "Rights", align: "right", width: "80px", cell: (row) => row.permissions.length },
          {
            key: "missingLanguageIds",
            width: "130px",
            cell: (row) => <MissingLanguages ids={row.missingLanguageIds} />,
          },
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
            onPhone: true,
            width: "330px",
            cell: (row) => (
              <Actions
                role={row}
                companyId={companyId}
                onEdit={() => setEdited(row)}
                onTranslate={() => setTranslated(row.id)}
              />
            ),
          },
        ]}
        filters={["title"]}
        href={null}
        empty="This company has no role yet. The first one becomes its default."
      />
      <CompanyRoleMatrices companyId={companyId} />
    </>
  );
}

interface ActionProps {
  role: Role;
  companyId: string;
  onEdit: () => void;
  onTranslate: () => void;
}

function Actions({ role, companyId, onEdit, onTranslate }: ActionProps) {
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
      <Button size="compact-sm" variant="default" ml={6} onClick={onTranslate}>
        Translate
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
