"use client";

import { ResourceList } from "@/components/kit/list/resource-list";
import { stampColumns } from "@/components/kit/list/stamp-columns";
import { trpc } from "@/components/kit/trpc";
import { t } from "@/texts/t";
import { textColumns, useTextFilters } from "../../_screens/text.columns";
import { TextButtons } from "../../_screens/text-list.button";
import { labelImport, labels } from "../label.resource";

/** The labels as records; they are translated at the translation desk. The titles are those that the import reads. */
export function LabelList() {
  const filters = useTextFilters();
  const removeMany = trpc.labels.removeMany.useMutation();
  const restoreMany = trpc.labels.restoreMany.useMutation();
  const remove = async (ids: string[]) => {
    const { deleted } = await removeMany.mutateAsync({ ids });
    return {
      text: t("{count, plural, one {# label} other {# labels}} deleted", { count: deleted }),
      undo: () => restoreMany.mutateAsync({ ids }),
    };
  };
  return (
    <ResourceList
      of={labels}
      actions={<TextButtons of={labels} importAt={labelImport.at} />}
      columns={[...textColumns([{ key: "labelInterfacePage", sort: true, width: "140px" }]), ...stampColumns]}
      filters={[
        ...filters,
        "labelInterfacePage",
        {
          kind: "select",
          name: "searchIn",
          options: [
            { value: "not_translated", label: "missing only" },
            { value: "translated", label: "translated only" },
          ],
        },
      ]}
      empty="Labels are the texts in the apps. Import a file of names and values, or create the first one."
      bulk={[
        {
          title: "Delete",
          needs: labels.may.write,
          danger: true,
          run: remove,
          ask: (count) => t("{count, plural, one {Delete # label?} other {Delete # labels?}}", { count }),
        },
      ]}
    />
  );
}
