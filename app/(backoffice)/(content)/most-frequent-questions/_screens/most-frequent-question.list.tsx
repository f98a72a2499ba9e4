"use client";

import { ResourceList } from "@/components/kit/list/resource-list";
import { stampColumns } from "@/components/kit/list/stamp-columns";
import { OrderButton } from "@/components/kit/order/order-button";
import { OnOff } from "@/components/ui/value";
import { MissingLanguages } from "../../_screens/missing-languages.words";
import { mostFrequentQuestions } from "../most-frequent-question.resource";

export const MostFrequentQuestionList = () => (
  <ResourceList
    of={mostFrequentQuestions}
    actions={<OrderButton of={mostFrequentQuestions} />}
    columns={[
      { key: "name", edit: true, sort: true, width: "320px" },
      { key: "rank", sort: true, align: "right", width: "80px" },
      { key: "idStatus", sort: true, width: "110px", cell: (row) => <OnOff isOn={row.idStatus === 1} /> },
      { key: "missingLanguageIds", cell: (row) => <MissingLanguages ids={row.missingLanguageIds} /> },
      ...stampColumns,
    ]}
    filters={[
      "name",
      {
        kind: "select",
        name: "idStatus",
        options: [
          { value: 1, label: "on" },
          { value: 0, label: "off" },
        ],
      },
    ]}
    empty="These questions are shown first in the apps. Create the first one."
  />
);
