"use client";

import { Facts, Section } from "@/components/kit/sheet/facts";
import { ResourceSheet } from "@/components/kit/sheet/resource-sheet";
import { None, When } from "@/components/ui/value";
import { UserStatus } from "../../portal-users/_screens/portal-user.columns";
import { userFields, userVerbs } from "../../portal-users/_screens/user.words";

/** A rider for those who see riders and no other portal users; the others see the portal user. */
export const RiderSheet = ({ id }: { id: string }) => (
  <ResourceSheet
    name="riders"
    id={id}
    one="rider"
    objectType="user"
    notes="user"
    title={(record) => `${record.firstName} ${record.lastName}`}
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
                ["Last sign-in", record.lastLoginAt ? <When key="at" at={record.lastLoginAt} /> : <None key="none" />],
              ]}
            />
          </Section>
        ),
      },
    ]}
    fields={userFields}
    verbs={userVerbs}
    needs="portal-user.write"
  />
);
