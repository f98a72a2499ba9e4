"use client";

import { ResourceSheet } from "@/components/kit/sheet/resource-sheet";
import { pers } from "../../pers/pers.resource";
import { modelPers } from "../model-pers.resource";
import { ModelPersForm } from "./model-pers.form";

export const ModelPersSheet = ({ id }: { id: string }) => (
  <ResourceSheet
    of={modelPers}
    id={id}
    tabs={[{ key: "overview", title: "Overview", content: (record) => <ModelPersForm record={record} /> }]}
    remove={() => ({ title: "Show its devices", href: pers.list({ modelPERSId: id }) })}
  />
);
