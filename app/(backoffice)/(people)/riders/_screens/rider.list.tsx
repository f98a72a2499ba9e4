"use client";

import dynamic from "next/dynamic";
import { lazyParts } from "@/components/kit/ahead.rules";
import { ResourceList } from "@/components/kit/list/resource-list";
import { stampColumns } from "@/components/kit/list/stamp-columns";
import { useAhead } from "@/components/kit/use-ahead";
import { UserStatus } from "../../portal-users/_screens/person.words";
import { riders } from "../rider.resource";

const { part, ahead } = lazyParts();
const RiderSentence = dynamic(
  part(() => import("../../_fields/person-head.words").then((head) => head.RiderSentence)),
  { ssr: false },
);

export function RiderList() {
  useAhead(ahead);
  return (
    <ResourceList
      of={riders}
      columns={[
        { key: "lastName", title: "Name", sort: true, cell: riders.title, export: ["firstName", "lastName"] },
        { key: "email", sort: true },
        { key: "phoneNumber", width: "160px" },
        { key: "status", sort: true, width: "110px", cell: UserStatus },
        { key: "erpId", sort: true, width: "110px" },
        ...stampColumns,
      ]}
      filters={["name", "email", "erpId", "countryId"]}
      sentence={(record) => <RiderSentence record={record} />}
      empty="Riders register themselves in the app."
    />
  );
}
