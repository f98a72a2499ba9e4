"use client";

import dynamic from "next/dynamic";
import { lazyParts } from "@/components/kit/ahead.rules";
import type { BulkAction, BulkSet } from "@/components/kit/list/bulk-bar";
import { ResourceList } from "@/components/kit/list/resource-list";
import { useAhead } from "@/components/kit/use-ahead";
import { t } from "@/texts/t";
import { firmwareRollouts } from "../../firmware-rollouts/firmware-rollout.resource";
import { pers } from "../pers.resource";
import { persShows } from "./pers.columns";
import type { PersStatus } from "./pers.words";

const { part, ahead } = lazyParts();
const PersSentence = dynamic(
  part(() => import("./pers-head.words").then((head) => head.PersSentence)),
  { ssr: false },
);

const exported: BulkAction = {
  title: "Export",
  run: async (ids, view) => {
    window.location.assign(view.fileOf("xlsx", { filters: { ids: ids.join(",") } }));
    return t("{count, plural, one {Exporting # device} other {Exporting # devices}}", { count: ids.length });
  },
  runAll: async (view) => {
    window.location.assign(view.fileOf("xlsx"));
    return t("Exporting all matching devices");
  },
};

const planAt = (query: Record<string, string>) =>
  window.location.assign(`${firmwareRollouts.at}/new?${new URLSearchParams(query)}`);
/** Brings the chosen devices, or the list's filters, to the form of a new rollout. */
const rolledOut: BulkAction = {
  title: "Plan a rollout",
  needs: firmwareRollouts.may.write,
  run: async (ids) => {
    planAt({ ids: ids.join(",") });
    return t("Opening the plan of a rollout");
  },
  runAll: async ({ state }) => {
    planAt(Object.fromEntries(Object.entries(state.filters).map(([name, value]) => [name, String(value)])));
    return t("Opening the plan of a rollout");
  },
};

const set = (title: string, status: PersStatus, more: Partial<BulkSet> = {}): BulkSet => ({
  title,
  needs: pers.may.write,
  set: { status },
  ...more,
});

const bulk = [
  exported,
  rolledOut,
  set("Move to stock", "stock"),
  set("Activate", "active"),
  set("Send to maintenance", "maintenance"),
  set("Retire", "retired", { danger: true }),
];

export function PersList() {
  useAhead(ahead);
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
