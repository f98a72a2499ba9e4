"use client";

import { riderAlertsTab } from "@/app/(backoffice)/(devices)/alert-desk/_screens/rider-alerts.part";
import { ResourceSheet } from "@/components/kit/sheet/resource-sheet";
import { useMay } from "@/components/kit/viewer";
import { PersonHead, PersonSentence, useRiderSituation } from "../../_fields/person-head.words";
import { UserStatus } from "../../portal-users/_screens/person.words";
import { notificationTabs } from "../../portal-users/_screens/person-notifications.part";
import { userEvents } from "../../portal-users/_screens/user-events.words";
import { riders } from "../rider.resource";

/** A rider for those who see riders and no other portal users; the others see the portal user. */
export function RiderSheet({ id }: { id: string }) {
  const may = useMay();
  const situation = useRiderSituation(id);
  return (
    <ResourceSheet
      of={riders}
      id={id}
      beside={(record) => <UserStatus status={record.status} />}
      sentence={(record) => <PersonSentence record={record} situation={situation} />}
      head={(record) => <PersonHead record={record} situation={situation} />}
      events={userEvents}
      about={["firstName", "lastName", { copy: "email" }, { copy: "phoneNumber" }, { copy: "erpId" }, "lastLoginAt"]}
      tabs={[...riderAlertsTab(may), ...notificationTabs(may)]}
    />
  );
}
