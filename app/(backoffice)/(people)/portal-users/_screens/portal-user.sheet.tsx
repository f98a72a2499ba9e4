"use client";

import { ResourceSheet } from "@/components/kit/sheet/resource-sheet";
import { useMay } from "@/components/kit/viewer";
import { UserStatus } from "./portal-user.columns";
import { PortalUserForm } from "./portal-user.form";
import { CompaniesPart, RightsPart, VisitsPart } from "./user-parts";

export function PortalUserSheet({ id }: { id: string }) {
  const may = useMay();
  const rights = {
    key: "rights",
    title: "Rights",
    content: (record: { id: string }) => <RightsPart userId={record.id} />,
  };
  return (
    <ResourceSheet
      name="portalUsers"
      id={id}
      one="portal user"
      objectType="user"
      notes="user"
      title={(record) => `${record.firstName} ${record.lastName}`}
      beside={(record) => <UserStatus status={record.status} />}
      facts={(record) => (
        <span>
          {record.type}, {record.email}
        </span>
      )}
      tabs={[
        { key: "overview", title: "Overview", content: (record) => <PortalUserForm record={record} /> },
        { key: "companies", title: "Companies", content: (record) => <CompaniesPart userId={record.id} /> },
        ...(may("role.read") ? [rights] : []),
        { key: "visits", title: "Switch-to", content: (record) => <VisitsPart userId={record.id} /> },
      ]}
      fields={{
        ...{ firstName: "First name", lastName: "Last name", email: "E-mail", type: "Type", status: "Status" },
        ...{ phoneNumber: "Phone number", countryId: "Country", languageId: "Language", erpId: "ERP id" },
      }}
      needs="portal-user.write"
    />
  );
}
