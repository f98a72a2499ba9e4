"use client";

import { ChildList } from "@/components/kit/list/child-list";
import { Section } from "@/components/kit/sheet/facts";
import { useMay } from "@/components/kit/viewer";
import { Mark, When } from "@/components/ui/value";
import { membersAt, teamRolesAt } from "../team.resource";
import { PortalList, useCompanyId } from "./portal.list";

const statuses = ["invited", "active", "disabled"].map((value) => ({ value, label: value }));

/** The company's people, and its roles. */
export function TeamScreen() {
  const companyId = useCompanyId();
  const roles = teamRolesAt(`/portal/${companyId}`);
  const may = useMay();
  return (
    <>
      <PortalList
        at={membersAt}
        columns={[
          {
            key: "lastName",
            sort: true,
            cell: ({ firstName, lastName }) => `${firstName} ${lastName}`,
            export: ["firstName", "lastName"],
          },
          { key: "companyRole.title", title: "Role", sort: "companyRole", width: "160px", onPhone: true },
          { key: "status", sort: true, width: "120px", onPhone: true },
          { key: "email", sort: true, width: "240px" },
          { key: "isAdmin", width: "90px", cell: (row) => <Mark value={row.isAdmin} title="Admin" /> },
          { key: "entryDate", sort: true, width: "140px", cell: (row) => <When at={row.entryDate} /> },
        ]}
        filters={["name", { kind: "select", name: "status", options: statuses }]}
        href={null}
        empty="This company has no people yet."
      />
      {may(roles.may.read) && (
        <Section title="Roles">
          <ChildList
            of={roles}
            where={{ companyId }}
            sort="title:asc"
            columns={[
              { key: "title", sort: true },
              {
                key: "isDefault",
                width: "100px",
                onPhone: true,
                cell: (row) => <Mark value={row.isDefault} title="Default" />,
              },
              { key: "isActivated", width: "110px", cell: (row) => <Mark value={row.isActivated} title="Activated" /> },
              { key: "membersCount", align: "right", width: "110px", onPhone: true },
            ]}
            filters={["title"]}
            href={null}
            empty="The company has no roles yet."
          />
        </Section>
      )}
    </>
  );
}
