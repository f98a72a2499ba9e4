"use client";

import type { BulkAction } from "@/components/kit/list/bulk-bar";
import { anyList } from "@/components/kit/list/definition";
import { exportUrl } from "@/components/kit/list/export-url";
import { ResourceList } from "@/components/kit/list/resource-list";
import { type ListState, readUrl } from "@/components/kit/list/url";
import { trpc } from "@/components/kit/trpc";
import { persList } from "./pers.columns";
import type { PersStatus } from "./pers.words";

/** Downloads these rows, with the columns and the order of the screen. */
function download(filters: ListState["filters"]) {
  const list = anyList(persList);
  const state = readUrl(list, new URLSearchParams(window.location.search));
  window.location.assign(exportUrl(list, { ...state, filters }, "xlsx"));
}

const devices = (count: number) => `${count.toLocaleString("en")} ${count === 1 ? "device" : "devices"}`;

export function PersList() {
  const { mutateAsync } = trpc.pers.setStatus.useMutation();
  const set = (title: string, status: PersStatus, done: string, more: Partial<BulkAction> = {}): BulkAction => ({
    title,
    needs: "pers.write",
    run: async (ids) => {
      await mutateAsync({ ids, status });
      return `${devices(ids.length)} ${done}`;
    },
    ...more,
  });
  const bulk: BulkAction[] = [
    {
      title: "Export",
      run: async (ids) => {
        download({ ids: ids.join(",") });
        return `Exporting ${devices(ids.length)}`;
      },
      runAll: async (filters) => {
        download(filters);
        return "Exporting all that match";
      },
    },
    set("Put in stock", "stock", "put in stock"),
    set("Activate", "active", "activated"),
    set("Send to maintenance", "maintenance", "sent to maintenance"),
    set("Retire", "retired", "retired", { danger: true, ask: (count) => `Retire ${devices(count)}?` }),
  ];
  return (
    <ResourceList
      list={persList}
      title="PERS devices"
      empty="A PERS device is the connected module on a vehicle. Create one, or let the ERP send them."
      href={(row) => `/pers/${row.id}`}
      create={{ title: "Create PERS device", href: "/pers/new", needs: "pers.write" }}
      bulk={bulk}
    />
  );
}
