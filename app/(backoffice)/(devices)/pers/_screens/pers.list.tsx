"use client";

import type { BulkAction } from "@/components/kit/list/bulk-bar";
import { ResourceList } from "@/components/kit/list/resource-list";
import { trpc } from "@/components/kit/trpc";
import { counted } from "@/server/kit/count.rules";
import { pers } from "../pers.resource";
import { persShows } from "./pers.columns";
import type { PersStatus } from "./pers.words";

export function PersList() {
  const { mutateAsync } = trpc.pers.setStatus.useMutation();
  const set = (title: string, status: PersStatus, done: string, more: Partial<BulkAction> = {}): BulkAction => ({
    title,
    needs: pers.may.write,
    run: async (ids) => {
      await mutateAsync({ ids, status });
      return `${counted(ids.length, "device")} ${done}`;
    },
    ...more,
  });
  const bulk: BulkAction[] = [
    {
      title: "Export",
      run: async (ids, view) => {
        window.location.assign(view.fileOf("xlsx", { filters: { ids: ids.join(",") } }));
        return `Exporting ${counted(ids.length, "device")}`;
      },
      runAll: async (view) => {
        window.location.assign(view.fileOf("xlsx"));
        return "Exporting all that match";
      },
    },
    set("Put in stock", "stock", "put in stock"),
    set("Activate", "active", "activated"),
    set("Send to maintenance", "maintenance", "sent to maintenance"),
    set("Retire", "retired", "retired", { danger: true, ask: (count) => `Retire ${counted(count, "device")}?` }),
  ];
  return (
    <ResourceList
      of={pers}
      {...persShows}
      empty="A PERS device is the connected module on a vehicle. Create one, or let the ERP send them."
      bulk={bulk}
    />
  );
}
