"use client";

import { ResourceSheet } from "@/components/kit/sheet/resource-sheet";
import { useMay } from "@/components/kit/viewer";
import { OptinsPart } from "./optins-part";
import { UserStatus } from "./portal-user.columns";
import { PortalUserForm } from "./portal-user.form";
import { RightsPart, RolesPart } from "./rights-part";
import { SecondFactorButton } from "./second-factor-button";
import { userFields, userVerbs } from "./user.words";
import { CompaniesPart, VehiclesPart, VisitsPart } from "./user-parts";

export function PortalUserSheet({ id }: { id: string }) {
  const may = useMay();
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
      actions={(record) => <SecondFactorButton userId={record.id} name={record.firstName} />}
      tabs={[
        { key: "overview", title: "Overview", content: (record) => <PortalUserForm record={record} /> },
        {
          key: "companies",
          title: "Companies",
          content: (record) => <CompaniesPart userId={record.id} status={record.status} />,
        },
        { key: "vehicles", title: "Vehicles", content: (record) => <VehiclesPart userId={record.id} /> },
        ...(may("role.read")
          ? [
              { key: "roles", title: "Roles", content: (record: { id: string }) => <RolesPart userId={record.id} /> },
              {
                key: "rights",
                title: "Rights",
                content: (record: { id: string }) => <RightsPart userId={record.id} />,
              },
            ]
          : []),
        { key: "optins", title: "Opt-ins", content: (record) => <OptinsPart userId={record.id} /> },
        { key: "visits", title: "Switch-to", content: (record) => <VisitsPart userId={record.id} /> },
      ]}
      fields={userFields}
      verbs={userVerbs}
      needs="portal-user.write"
    />
  );
}
