"use client";

import { Answer } from "@/components/kit/answer";
import { RowList } from "@/components/kit/list/row-list";
import { trpc } from "@/components/kit/trpc";
import { None, When } from "@/components/ui/value";
import { appName } from "@/server/platform/product-name/product-name.rules";

const systems: Record<number, string> = { 1: "Android", 2: "iOS", 3: "Web" }; // not a text: names

/** The phones and browsers that take pushes for a person: how old their tokens are, and when a push reached them last. */
export const DevicesTab = ({ email }: { email: string }) => (
  <Answer of={trpc.userDevices.list.useQuery({ emailList: [email] })}>
    {({ items }) => (
      <RowList
        title="devices"
        rows={items.flatMap(({ devices }) => devices)}
        columns={[
          { key: "keyPlatformTech", title: "App", width: "150px", cell: (row) => appName(row.keyPlatformTech) },
          { key: "os", title: "System", width: "90px", cell: ({ os }) => systems[os] ?? <None /> },
          { key: "model", title: "Model", onPhone: true },
          { key: "appVersion", title: "App version", width: "110px" },
          { key: "mobileDeviceId", title: "Id of the device" },
          {
            key: "tokenAt",
            title: "Token since",
            width: "140px",
            onPhone: true,
            cell: ({ tokenAt }) => <When at={tokenAt} />,
          },
          { key: "updatedAt", title: "Last registered", width: "140px", cell: (row) => <When at={row.updatedAt} /> },
          {
            key: "lastSuccessAt",
            title: "Last push taken",
            onPhone: true,
            width: "140px",
            cell: ({ lastSuccessAt }) => <When at={lastSuccessAt} />,
          },
        ]}
        empty="No phone or browser takes pushes for this person."
      />
    )}
  </Answer>
);
