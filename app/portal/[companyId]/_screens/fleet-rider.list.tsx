"use client";

import { UserStatus } from "@/app/(backoffice)/(people)/portal-users/_screens/person.words";
import { ResourceList } from "@/components/kit/list/resource-list";
import { LinkTo, None } from "@/components/ui/value";
import { fleetRiders } from "../fleet.resource";

/** Who rides the vehicles that the company reaches. */
export const FleetRiderList = () => (
  <ResourceList
    of={fleetRiders}
    columns={[
      {
        key: "lastName",
        sort: true,
        cell: ({ firstName, lastName }) => `${firstName} ${lastName}`,
        export: ["firstName", "lastName"],
      },
      {
        key: "vehicles",
        onPhone: true,
        cell: ({ vehicles }) =>
          vehicles.map((one) => one.nameVehicle ?? one.vehicleSerialNumber).join(", ") || <None />,
      },
      {
        key: "email",
        sort: true,
        width: "240px",
        onPhone: true,
        cell: ({ email }) => <LinkTo href={`mailto:${email}`}>{email}</LinkTo>,
      },
      { key: "phoneNumber", width: "150px" },
      { key: "status", sort: true, width: "120px", cell: UserStatus },
    ]}
    filters={["search"]}
    empty="No one rides a vehicle that your company has access to."
  />
);
