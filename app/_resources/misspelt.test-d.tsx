import { IconCpu } from "@tabler/icons-react";
import { alerts } from "@/app/(backoffice)/(devices)/alerts/alert.resource";
import { modelPers } from "@/app/(backoffice)/(devices)/model-pers/model-pers.resource";
import { pers } from "@/app/(backoffice)/(devices)/pers/pers.resource";
import { persAlerts } from "@/app/(backoffice)/(devices)/pers-alerts/pers-alert.resource";
import { RecordField, TextField } from "@/components/kit/form/fields";
import { ResourceForm } from "@/components/kit/form/resource-form";
import { ChildList } from "@/components/kit/list/child-list";
import { ResourceList } from "@/components/kit/list/resource-list";
import { resource } from "@/components/kit/resource";
import { CreateModelPers } from "@/server/devices/model-pers/model-pers.schema";

// Never run: the compiler checks that each of these is a mistake to it, and complains here as soon as one is not.

const about = {
  one: "PERS model",
  many: "PERS models",
  at: "/model-pers",
  icon: IconCpu,
  may: { read: "model-pers.read", write: "model-pers.write" },
  audited: "model-pers",
  title: ({ label }: { label: string }) => label,
  search: "label",
  words: { label: "Label" },
} as const;

/** As it is spelt, it compiles. */
export const right = resource("modelPers", about);

export const wrong = [
  // @ts-expect-error an unknown router
  resource("modlePers", about),
  // @ts-expect-error a permission
  resource("modelPers", { ...about, may: { read: "modle-pers.read" } }),
  // @ts-expect-error a name in the audit trail
  resource("modelPers", { ...about, audited: "modle-pers" }),
  // @ts-expect-error the filter to search by
  resource("modelPers", { ...about, search: "lable" }),
  // @ts-expect-error the field that a record is called by
  resource("modelPers", { ...about, title: (record) => record.lable }),
  // @ts-expect-error a field that can be written
  resource("modelPers", { ...about, words: { lable: "Label" } }),
  // @ts-expect-error a path that is shown
  resource("modelPers", { ...about, shown: { creatdAt: "Created" } }),
  // @ts-expect-error a parameter of a link
  pers.list({ modelPERSIdd: "1" }),
  // @ts-expect-error a value of one
  pers.list({ status: "lost" }),
];

export const wrongScreens = [
  // @ts-expect-error the key of a column
  <ResourceList key="1" of={modelPers} columns={["lable"]} filters={[]} empty="" />,
  // @ts-expect-error a filter
  <ResourceList key="2" of={modelPers} columns={["label"]} filters={["lable"]} empty="" />,
  // @ts-expect-error an operator that the list does not declare for it
  <ResourceList key="a" of={pers} columns={[]} filters={[{ name: "modelPERSId", can: ["isEmpty"] }]} empty="" />,
  // @ts-expect-error a range that it does not declare
  <ResourceList key="b" of={pers} columns={[]} filters={[{ kind: "number", name: "erpPersId" }]} empty="" />,
  // @ts-expect-error what the rows of a child list have in common
  <ChildList key="3" of={persAlerts} where={{ persIdd: "1" }} columns={[]} filters={[]} empty="" />,
  <ResourceForm key="4" of={modelPers} schema={CreateModelPers}>
    {/* @ts-expect-error a field of a form */}
    {(f) => <TextField {...f.lable} />}
  </ResourceForm>,
  // @ts-expect-error records that cannot be read one by one
  <RecordField key="5" name="alert" label="Alert" of={persAlerts} />,
  // @ts-expect-error a record of another resource
  <ResourceForm key="6" of={modelPers} schema={CreateModelPers} record={alerts}>
    {() => null}
  </ResourceForm>,
];
