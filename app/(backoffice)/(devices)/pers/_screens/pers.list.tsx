"use client";

import dynamic from "next/dynamic";
import { lazyParts } from "@/components/kit/ahead.rules";
import type { BulkAction } from "@/components/kit/list/bulk-bar";
import { ResourceList } from "@/components/kit/list/resource-list";
import { trpc } from "@/components/kit/trpc";
import { useAhead } from "@/components/kit/use-ahead";
import { t } from "@/texts/t";
import { pers } from "../pers.resource";
import { persShows } from "./pers.columns";
import type { PersStatus } from "./pers.words";

const { part, ahead } = lazyParts();
const PersSentence = dynamic(
  part(() => import("./pers-head.words").then((head) => head.PersSentence)),
  { ssr: false },
);

export function PersList() {
  useAhead(ahead);
  const { mutateAsync } = trpc.pers.setStatus.useMutation();
  const set = (title: string, status: PersStatus, done: string, more: Partial<BulkAction> = {}): BulkAction => ({
    title,
    needs: pers.may.write,
    run: async (ids) => {
      await mutateAsync({ ids, status });
      return t(done, { count: ids.length });
    },
    ...more,
  });
  const bulk: BulkAction[] = [
    {
      title: "Export",
      run: async (ids, view) => {
        window.location.assign(view.fileOf("xlsx", { filters: { ids: ids.join(",") } }));
        return t("{count, plural, one {Exporting # device} other {Exporting # devices}}", { count: ids.length });
      },
      runAll: async (view) => {
        window.location.assign(view.fileOf("xlsx"));
        return t("Exporting all matching devices");
      },
    },
    set("Move to stock", "stock", "{count, plural, one {# device} other {# devices}} put in stock"),
    set("Activate", "active", "{count, plural, one {# device} other {# devices}} activated"),
    set("Send to maintenance", "maintenance", "{count, plural, one {# device} other {# devices}} sent to maintenance"),
    set("Retire", "retired", "{count, plural, one {# device} other {# devices}} retired", {
      danger: true,
      ask: (count) => t("{count, plural, one {Retire # device?} other {Retire # devices?}}", { count }),
    }),
  ];
  return (
    <ResourceList
      of={pers}
      {...persShows}
      empty="A PERS device is the connected module on a vehicle. Create one, or let the ERP add devices."
      bulk={bulk}
      sentence={({ id }) => <PersSentence id={id} />}
    />
  );
}
