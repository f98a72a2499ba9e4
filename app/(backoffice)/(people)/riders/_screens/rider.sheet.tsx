"use client";

import { ResourceSheet } from "@/components/kit/sheet/resource-sheet";
import { useMay } from "@/components/kit/viewer";
import { UserStatus } from "../../portal-users/_screens/person.words";
import { notificationTabs } from "../../portal-users/_screens/person-notifications.part";
import { userEvents } from "../../portal-users/_screens/user-events.words";
import { riders } from "../rider.resource";

/** A rider for those who see riders and no other portal users; the others see the portal user. */
export function RiderSheet({ id }: { id: string }) {
  const may = useMay();
  return (
    <ResourceSheet
      of={riders}
      id={id}
      beside={(record) => <UserStatus status={record.status} />}
      events={userEvents}
      about={["firstName", "lastName", { copy: "email" }, { copy: "phoneNumber" }, { copy: "erpId" }, "lastLoginAt"]}
      tabs={notificationTabs(may)}
    />
  );
}
