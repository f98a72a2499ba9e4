"use client";

import { MissingLanguages } from "@/app/(backoffice)/(content)/_screens/missing-languages.words";
import { ResourceList } from "@/components/kit/list/resource-list";
import { stampColumns } from "@/components/kit/list/stamp-columns";
import { companyCategories } from "../company-category.resource";

export const CompanyCategoryList = () => (
  <ResourceList
    of={companyCategories}
    columns={[
      { key: "name", sort: "label", width: "200px" },
      {
        key: "permissions",
        title: "Permissions allowed",
        align: "right",
        width: "160px",
        cell: (row) => row.permissions.length,
      },
      { key: "companiesCount", align: "right", width: "110px" },
      { key: "missingLanguageIds", cell: (row) => <MissingLanguages ids={row.missingLanguageIds} /> },
      { key: "code", sort: true, width: "160px", hidden: true, cell: (row) => <code>{row.code}</code> },
      ...stampColumns,
    ]}
    filters={["label"]}
    empty="Categories are installed with the product."
  />
);
