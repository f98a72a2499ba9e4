"use client";

import { ResourceList } from "@/components/kit/list/resource-list";
import { stampColumns } from "@/components/kit/list/stamp-columns";
import { OrderButton } from "@/components/kit/order/order-button";
import { OnOff } from "@/components/ui/value";
import { buttonGroups } from "@/server/content/help-desk-button/help-desk-button.rules";
import { t } from "@/texts/t";
import { MissingLanguages } from "../../_screens/missing-languages.words";
import { helpDeskButtons } from "../help-desk-button.resource";

export const HelpDeskButtonList = () => (
  <ResourceList
    of={helpDeskButtons}
    actions={<OrderButton of={helpDeskButtons} />}
    columns={[
      { key: "topic", edit: true, sort: true, width: "240px" },
      { key: "rank", sort: true, align: "right", width: "80px" },
      { key: "groupName", sort: true, width: "160px", cell: (row) => t(row.groupName) },
      { key: "link", edit: true, width: "240px" },
      {
        key: "isActivated",
        edit: "switch",
        title: "Status",
        sort: true,
        width: "110px",
        cell: (row) => <OnOff isOn={row.isActivated} />,
      },
      { key: "missingLanguageIds", cell: (row) => <MissingLanguages ids={row.missingLanguageIds} /> },
      ...stampColumns,
    ]}
    filters={[
      "topic",
      { kind: "select", name: "groupName", options: buttonGroups.map((group) => ({ value: group, label: group })) },
      { kind: "boolean", name: "isActivated", title: "Status", yes: "on", no: "off" },
    ]}
    empty="Buttons lead app users to documentation and to their partner. Create the first one."
  />
);
