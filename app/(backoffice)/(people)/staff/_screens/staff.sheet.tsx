"use client";

import { RecordLinks } from "@/components/kit/record-link";
import { ResourceSheet } from "@/components/kit/sheet/resource-sheet";
import { useMay } from "@/components/kit/viewer";
import { Status } from "@/components/ui/value";
import { productName } from "@/server/platform/product-name/product-name.rules";
import { t } from "@/texts/t";
import { PendingEmailOfStaff } from "../../portal-users/_screens/pending-email.button";
import { UserStatus } from "../../portal-users/_screens/person.words";
import { SecondFactorButton } from "../../portal-users/_screens/second-factor.button";
import { userEvents } from "../../portal-users/_screens/user-events.words";
import { RightsTab } from "../../portal-users/_screens/user-rights.tab";
import { RolesTab } from "../../portal-users/_screens/user-roles.tab";
import { roles } from "../../roles/role.resource";
import { staff } from "../staff.resource";
import { StaffForm } from "./staff.form";
import { AccountButton, InviteAgainButton } from "./staff-account.button";
import { SessionsTab } from "./staff-sessions.tab";
import { SwitchesTab } from "./staff-switches.tab";

export function StaffSheet({ id }: { id: string }) {
  const may = useMay();
  const rights = [
    { key: "roles", title: "Roles", content: (record: { id: string }) => <RolesTab userId={record.id} /> },
    { key: "rights", title: "Permissions", content: (record: { id: string }) => <RightsTab userId={record.id} /> },
  ];
  return (
    <ResourceSheet
      of={staff}
      id={id}
      beside={(record) => (
        <>
          <UserStatus status={record.status} />
          {record.hasSecondFactor && <Status tone="info">{t("Two-step sign-in")}</Status>}
        </>
      )}
      facts={(record) => (
        <>
          <span>{record.email}</span>
          <PendingEmailOfStaff record={record} />
        </>
      )}
      actions={(record) => (
        <>
          <SecondFactorButton userId={record.id} name={record.firstName} />
          <InviteAgainButton record={record} />
          <AccountButton record={record} />
        </>
      )}
      about={(record) => [
        "firstName",
        "lastName",
        { copy: "email" },
        { copy: "phoneNumber" },
        "status",
        [
          "Roles",
          <RecordLinks
            key="roles"
            of={roles}
            records={record.roles.map(({ id, name }) => ({ id, name: productName(name) }))}
          />,
        ],
        "hasSecondFactor",
        "languageId",
        "lastLoginAt",
      ]}
      events={userEvents}
      edit={(record) => <StaffForm record={record} />}
      tabs={[
        ...(may(roles.may.read) ? rights : []),
        { key: "sessions", title: "Sessions", content: (record) => <SessionsTab userId={record.id} /> },
        { key: "switches", title: "Switch-to", content: (record) => <SwitchesTab userId={record.id} /> },
      ]}
    />
  );
}
