"use client";

import { ResourceSheet } from "@/components/kit/sheet/resource-sheet";
import { UserStatus } from "../../portal-users/_screens/person.words";
import { userEvents } from "../../portal-users/_screens/user-events.words";
import { riders } from "../rider.resource";

/** A rider for those who see riders and no other portal users; the others see the portal user. */
export const RiderSheet = ({ id }: { id: string }) => (
  <ResourceSheet
    of={riders}
    id={id}
    beside={(record) => <UserStatus status={record.status} />}
    events={userEvents}
    about={["firstName", "lastName", { copy: "email" }, { copy: "phoneNumber" }, { copy: "erpId" }, "lastLoginAt"]}
  />
);
