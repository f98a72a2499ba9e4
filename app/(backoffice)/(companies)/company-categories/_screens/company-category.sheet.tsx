"use client";

import { ResourceSheet } from "@/components/kit/sheet/resource-sheet";
import { TranslationsTab } from "@/components/kit/sheet/translations.tab";
import { counted } from "@/server/kit/count.rules";
import { companyCategories } from "../company-category.resource";
import { CompanyCategoryForm } from "./company-category.form";

export const CompanyCategorySheet = ({ id }: { id: string }) => (
  <ResourceSheet
    of={companyCategories}
    id={id}
    facts={(record) => (
      <>
        <code>{record.code}</code>
        <span>{counted(record.companiesCount, "company", "companies")}</span>
      </>
    )}
    tabs={[
      { key: "overview", title: "Overview", content: (record) => <CompanyCategoryForm record={record} /> },
      {
        key: "translations",
        title: "Translations",
        content: (record) => (
          <TranslationsTab
            of={companyCategories}
            record={record}
            fields={[{ name: "label", title: "Name" }]}
            source={{ label: record.label }}
          />
        ),
      },
    ]}
  />
);
