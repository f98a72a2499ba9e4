"use client";

import { Facts, Section } from "@/components/kit/sheet/facts";
import { ResourceSheet } from "@/components/kit/sheet/resource-sheet";
import { useMay } from "@/components/kit/viewer";
import { LinkTo, None, When } from "@/components/ui/value";
import { UserStatus } from "../../portal-users/_screens/portal-user.columns";

export function RiderSheet({ id }: { id: string }) {
  const may = useMay();
  return (
    <ResourceSheet
      name="riders"
      id={id}
      one="rider"
      objectType="user"
      notes="user"
      title={(record) => `${record.firstName} ${record.lastName}`}
      beside={(record) => <UserStatus status={record.status} />}
      actions={(record) =>
        may("portal-user.read") && <LinkTo href={`/portal-users/${record.id}`}>Open as portal user</LinkTo>
      }
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
                  [
                    "Last sign-in",
                    record.lastLoginAt ? <When key="at" at={record.lastLoginAt} /> : <None key="none" />,
                  ],
                ]}
              />
            </Section>
          ),
        },
      ]}
      fields={{}}
      needs="portal-user.write"
    />
  );
}
