"use client";

import { ResourceSheet } from "@/components/kit/sheet/resource-sheet";
import { ModelPersForm } from "./model-pers.form";

export const ModelPersSheet = ({ id }: { id: string }) => (
  <ResourceSheet
    name="modelPers"
    id={id}
    one="PERS model"
    objectType="model-pers"
    title={(record) => record.label}
    tabs={[{ key: "overview", title: "Overview", content: (record) => <ModelPersForm record={record} /> }]}
    fields={{ label: "Label", description: "Description" }}
    needs="model-pers.write"
    remove={{
      list: "/model-pers",
      href: (id) => `/model-pers/${id}`,
      usedBy: (id) => ({ title: "Show its devices", href: `/pers?modelPERSId=${id}` }),
    }}
  />
);
