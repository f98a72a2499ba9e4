"use client";

import { Facts, Section } from "@/components/kit/sheet/facts";
import { ResourceSheet } from "@/components/kit/sheet/resource-sheet";
import { None, When } from "@/components/ui/value";
import { UserStatus } from "../../portal-users/_screens/person.words";
import { riders } from "../rider.resource";

/** A rider for those who see riders and no other portal users; the others see the portal user. */
export const RiderSheet = ({ id }: { id: string }) => (
  <ResourceSheet
    of={riders}
    id={id}
    beside={(record) => <UserStatus status={record.status} />}
    tabs={[
      {
        key: "overview",
        title: "Overview",
        content: (record) => (
          <Section title="Rider">
            <Facts
              facts={[
                ["E-mail", record.email],
                ["Phone number", record.phoneNumber ?? <None key="none" />],
                ["ERP id", record.erpId ?? <None key="none" />],
                ["Last sign-in", <When key="at" at={record.lastLoginAt} />],
              ]}
            />
          </Section>
        ),
      },
    ]}
  />
);
