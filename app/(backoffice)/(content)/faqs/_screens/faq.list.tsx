"use client";

import { ResourceList } from "@/components/kit/list/resource-list";
import { stampColumns } from "@/components/kit/list/stamp-columns";
import { OrderButton } from "@/components/kit/order/order-button";
import { MissingLanguages } from "../../_screens/missing-languages.words";
import { faqs } from "../faq.resource";

export const FaqList = () => (
  <ResourceList
    of={faqs}
    actions={<OrderButton of={faqs} />}
    columns={[
      { key: "name", edit: true, sort: true, width: "280px" },
      { key: "rank", sort: true, align: "right", width: "80px" },
      { key: "topic", edit: true, sort: true, width: "200px" },
      { key: "contents", align: "right", width: "110px", cell: (row) => row.contents.length },
      { key: "missingLanguageIds", cell: (row) => <MissingLanguages ids={row.missingLanguageIds} /> },
      ...stampColumns,
    ]}
    filters={["name", "topic"]}
    empty="Sections group questions and answers in every language. Create the first one."
  />
);
