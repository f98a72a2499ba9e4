"use client";

import dynamic from "next/dynamic";
import {
  riderAlertsTab,
  riderAlertsTabAhead,
} from "@/app/(backoffice)/(devices)/alert-desk/_screens/rider-alerts.part";
import { lazyParts } from "@/components/kit/ahead.rules";
import { Bones } from "@/components/kit/sheet/bones";
import { ResourceSheet } from "@/components/kit/sheet/resource-sheet";
import { useAhead } from "@/components/kit/use-ahead";
import { useMay } from "@/components/kit/viewer";
import { t } from "@/texts/t";
import { PersonHead, PersonSentence, usePortalUserSituation } from "../../_fields/person-head.words";
import { roles } from "../../roles/role.resource";
import { portalUsers } from "../portal-user.resource";
import { PendingEmailOfUser } from "./pending-email.button";
import { UserStatus } from "./person.words";
import { notificationTabs, notificationTabsAhead } from "./person-notifications.part";
import { PortalUserForm } from "./portal-user.form";
import { SecondFactorButton } from "./second-factor.button";
import { CompaniesTab } from "./user-companies.tab";
import { userEvents } from "./user-events.words";
import { OptinsTab } from "./user-optins.tab";
import { RightsTab } from "./user-rights.tab";
import { RolesTab } from "./user-roles.tab";
import { VisitsTab } from "./user-visits.tab";

const { part, ahead } = lazyParts();
const VehiclesTab = dynamic(
  part(() => import("./user-vehicles.tab").then((tab) => tab.VehiclesTab)),
  { loading: Bones },
);
ahead.push(...riderAlertsTabAhead, ...notificationTabsAhead);

export function PortalUserSheet({ id }: { id: string }) {
  const may = useMay();
  const situation = usePortalUserSituation(id);
  useAhead(ahead);
  return (
    <ResourceSheet
      of={portalUsers}
      id={id}
      beside={(record) => <UserStatus status={record.status} />}
      facts={(record) => (
        <>
          <span>
            {t(record.type)}, {record.email}
          </span>
          <PendingEmailOfUser record={record} />
        </>
      )}
      actions={(record) => <SecondFactorButton userId={record.id} name={record.firstName} />}
      about={[
        "firstName",
        "lastName",
        { copy: "email" },
        { copy: "phoneNumber" },
        "type",
        "status",
        "countryId",
        "languageId",
        { copy: "erpId" },
        "lastLoginAt",
      ]}
      sentence={(record) => <PersonSentence record={record} situation={situation} />}
      head={(record) => <PersonHead record={record} situation={situation} />}
      events={userEvents}
      edit={(record) => <PortalUserForm record={record} />}
      tabs={[
        {
          key: "companies",
          title: "Companies",
          content: (record) => <CompaniesTab userId={record.id} status={record.status} />,
        },
        { key: "vehicles", title: "Vehicles", content: (record) => <VehiclesTab userId={record.id} /> },
        ...riderAlertsTab(may),
        ...(may(roles.may.read)
          ? [
              { key: "roles", title: "Roles", content: (record: { id: string }) => <RolesTab userId={record.id} /> },
              {
                key: "rights",
                title: "Permissions",
                content: (record: { id: string }) => <RightsTab userId={record.id} />,
              },
            ]
          : []),
        ...notificationTabs(may),
        { key: "optins", title: "Opt-ins", content: (record) => <OptinsTab userId={record.id} /> },
        { key: "visits", title: "Switch-to", content: (record) => <VisitsTab userId={record.id} /> },
      ]}
    />
  );
}
