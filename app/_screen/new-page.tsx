import type { ComponentType } from "react";
import { PageHeader } from "@/components/kit/page-header";
import type { RecordName, Resource } from "@/components/kit/resource";
import { onlyWhoMay } from "./only-who-may";

/** The page of a new record: `export default newPage(modelPers, ModelPersForm)`. Who may not make one is told so. */
export const newPage = ({ one, create }: Resource<RecordName>, Form: ComponentType<Record<never, never>>) =>
  async function NewPage() {
    await onlyWhoMay(create?.needs);
    return (
      <>
        <PageHeader title={`New ${one}`} />
        <Form />
      </>
    );
  };
