"use client";

import { Button } from "@mantine/core";
import { useState } from "react";
import { Allowed } from "@/components/kit/allowed";
import { ChildList } from "@/components/kit/list/child-list";
import type { RowOf } from "@/components/kit/resource";
import { Mark } from "@/components/ui/value";
import { t } from "@/texts/t";
import { useCompanyDoor } from "./company-door";
import { MissingTexts } from "./company-languages.words";
import { CompanyRoleDialog, CompanyRoleTranslations } from "./company-role.form";
import { CompanyRoleMatrices } from "./company-role-matrix.form";

type Role = RowOf<"teamRoles">;

/** The roles of a company, their rights within the ceiling of its category, and who may give which. */
export function CompanyRolesTab() {
  const { companyId, roles } = useCompanyDoor();
  const [edited, setEdited] = useState<Role | "new">();
  const [translated, setTranslated] = useState<string>();
  return (
    <>
      <Allowed needs={roles.may.write}>
        <Button mb="sm" onClick={() => setEdited("new")}>
          {t("Create role")}
        </Button>
      </Allowed>
      {edited && (
        <CompanyRoleDialog
          record={edited === "new" ? undefined : edited}
          onClose={() => setEdited(undefined)}
          onTranslate={(id) => {
            setEdited(undefined);
            setTranslated(id);
          }}
        />
      )}
      {translated && <CompanyRoleTranslations id={translated} onClose={() => setTranslated(undefined)} />}
      <ChildList
        of={roles}
        where={{ companyId }}
        sort="title:asc"
        columns={[
          { key: "name", sort: "title", width: "180px" },
          { key: "description", edit: true, isLong: true },
          {
            key: "permissions",
            title: "Permissions",
            align: "right",
            width: "80px",
            cell: (row) => row.permissions.length,
          },
          {
            key: "missingLanguageIds",
            width: "130px",
            cell: (row) => <MissingTexts ids={row.missingLanguageIds} />,
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
            width: "90px",
            cell: (row) => (
              <Allowed needs={roles.may.write}>
                <Button size="compact-sm" variant="default" onClick={() => setEdited(row)}>
                  {t("Edit")}
                </Button>
              </Allowed>
            ),
          },
        ]}
        filters={["title"]}
        href={null}
        empty="This company has no roles yet. The first one becomes the default."
      />
      <CompanyRoleMatrices />
    </>
  );
}
