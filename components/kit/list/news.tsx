"use client";

import { Button } from "@mantine/core";
import { t } from "@/texts/t";
import { hooksOf } from "../resource-hooks";
import type { View } from "./use-list";

/** How often it is looked whether there are newer rows. */
const everyMs = 10_000;

/** Says that there are rows newer than the first one here; they come when somebody wants them, and move nothing before. */
export function News({ view }: { view: View }) {
  const { list, newest, rows, state } = view;
  const isFirst = state.page === 1 && state.sort.length === 0;
  const { data, dataUpdatedAt } = hooksOf(list.name).rows.useQuery(newest, {
    enabled: isFirst,
    refetchInterval: everyMs,
  });
  const id = data?.items[0]?.id;
  // What was seen before the rows came says nothing of newer ones.
  const isKnown = dataUpdatedAt <= view.rowsAt || rows?.[0]?.id === id;
  if (!isFirst || id === undefined || view.isStale || isKnown) return null;
  return (
    <Button variant="light" size="compact-sm" onClick={view.retry}>
      {t("Show new rows")}
    </Button>
  );
}
