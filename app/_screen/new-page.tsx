import type { ComponentType } from "react";
import { createTitle, noun } from "@/components/kit/noun";
import { PageHeader } from "@/components/kit/page-header";
import type { RecordName, Resource } from "@/components/kit/resource";
import { opening } from "@/components/kit/value-text";
import { t } from "@/texts/t";
import { onlyWhoMay } from "./only-who-may";

/** The page of a new record: `export default newPage(modelPers, ModelPersForm)`. Who may not make one is told so. */
export const newPage = (of: Resource<RecordName>, Form: ComponentType<Record<never, never>>) =>
  async function NewPage() {
    await onlyWhoMay(of.create?.needs);
    return (
      <>
        <PageHeader title={of.create?.title ? createTitle(of.create) : opening(t("New {one}", noun(of)))} />
        <Form />
      </>
    );
  };
