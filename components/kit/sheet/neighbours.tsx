"use client";

import { ActionIcon } from "@mantine/core";
import { IconChevronDown, IconChevronUp } from "@tabler/icons-react";
import { useRouter } from "next/navigation";
import { formatted } from "@/server/kit/value/count.rules";
import { t } from "@/texts/t";
import { useLinks } from "../base";
import { useKeys } from "../keys";
import { rememberRows, rowsShownAt, type ShownRows } from "../list/place";
import type { ListName, Resource } from "../resource";
import { hooksOf } from "../resource-hooks";
import styles from "./sheet.module.css";

/** The page of the list before or after the one that was shown; asked for where the record stands at its edge. */
function usePageBeside(of: Resource, { input, total }: ShownRows, by: -1 | 1, isAsked: boolean): ShownRows | undefined {
  const asked = { ...input, page: input.page + by };
  const { data } = hooksOf(of.router).rows.useQuery(asked, { enabled: isAsked });
  return data && { input: asked, ids: data.items.map(({ id }) => id), hasMore: data.hasMore, total };
}

/** The ways to the records before and after this one in the list that it was opened from, with the keys `[` and `]`. */
function Ways({ of, at, shown }: { of: Resource; at: number; shown: ShownRows }) {
  const router = useRouter();
  const links = useLinks(of);
  const { input, ids, hasMore, total } = shown;
  const earlier = usePageBeside(of, shown, -1, at === 0 && input.page > 1);
  const later = usePageBeside(of, shown, 1, at === ids.length - 1 && hasMore);
  const previous = at > 0 ? { id: ids[at - 1], on: shown } : { id: earlier?.ids.at(-1), on: earlier };
  const next = at < ids.length - 1 ? { id: ids[at + 1], on: shown } : { id: later?.ids[0], on: later };
  const go = ({ id, on }: typeof next) => {
    if (id === undefined || on === undefined) return;
    rememberRows(links.at, on);
    router.push(links.record(id));
  };
  useKeys(t("In a record"), [
    { key: "[", shown: "[  ]", does: t("Previous or next in the list"), run: () => go(previous) },
    { key: "]", run: () => go(next) },
  ]);
  const count = (value: number | undefined) => (value === undefined ? "…" : formatted(value));
  return (
    <nav className={styles.neighbours} aria-label={t("In the list")}>
      <span>
        {t("{range} of {total}", { range: count((input.page - 1) * input.limit + at + 1), total: count(total) })}
      </span>
      <ActionIcon
        variant="default"
        aria-label={t("Previous in the list")}
        title="["
        aria-disabled={previous.id === undefined}
        data-disabled={previous.id === undefined || undefined}
        onClick={() => go(previous)}
      >
        <IconChevronUp size={16} stroke={1.7} />
      </ActionIcon>
      <ActionIcon
        variant="default"
        aria-label={t("Next in the list")}
        title="]"
        aria-disabled={next.id === undefined}
        data-disabled={next.id === undefined || undefined}
        onClick={() => go(next)}
      >
        <IconChevronDown size={16} stroke={1.7} />
      </ActionIcon>
    </nav>
  );
}

/** Where a record stands in the list that it was opened from; nothing where it was not. */
export function Neighbours<N extends ListName>({ of, id }: { of: Resource<N>; id: string }) {
  const shown = rowsShownAt(useLinks(of).at);
  const at = shown?.ids.indexOf(id) ?? -1;
  return shown && at >= 0 ? <Ways of={of as Resource} at={at} shown={shown} /> : null;
}
