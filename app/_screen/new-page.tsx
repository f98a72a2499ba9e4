import type { ComponentType } from "react";
import { PageHeader } from "@/components/kit/page-header";
import type { RecordName, Resource } from "@/components/kit/resource";

/** The page of a new record: `export default newPage(modelPers, ModelPersForm)`. */
export const newPage = ({ one }: Resource<RecordName>, Form: ComponentType<Record<never, never>>) =>
  function NewPage() {
    return (
      <>
        <PageHeader title={`New ${one}`} />
        <Form />
      </>
    );
  };
