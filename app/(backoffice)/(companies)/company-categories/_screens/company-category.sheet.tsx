"use client";

import { companyCatalogue } from "@/app/_company/company-permission.words";
import { Rights } from "@/app/(backoffice)/(people)/_fields/permission.part";
import { Section } from "@/components/kit/sheet/facts";
import { ResourceSheet } from "@/components/kit/sheet/resource-sheet";
import { translationsTab } from "@/components/kit/sheet/translations.tab";
import { t } from "@/texts/t";
import { companyCategories } from "../company-category.resource";
import { CompanyCategoryForm } from "./company-category.form";

export const CompanyCategorySheet = ({ id }: { id: string }) => (
  <ResourceSheet
    of={companyCategories}
    id={id}
    facts={(record) => (
      <>
        <code>{record.code}</code>
        <span>{t("{count, plural, one {# company} other {# companies}}", { count: record.companiesCount })}</span>
      </>
    )}
    about={["label", { copy: "code" }, "companiesCount"]}
    overview={(record) => (
      <Section title="Maximum permissions">
        <Rights
          catalogue={companyCatalogue}
          codes={record.permissions}
          none="Company roles in this category cannot grant any permissions."
        />
      </Section>
    )}
    edit={(record) => <CompanyCategoryForm record={record} />}
    tabs={[
      translationsTab(companyCategories, [{ name: "label", title: "Name" }], (record) => ({ label: record.label })),
    ]}
  />
);
