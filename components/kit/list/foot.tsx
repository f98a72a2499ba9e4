"use client";

import { ActionIcon } from "@mantine/core";
import { IconChevronLeft, IconChevronLeftPipe, IconChevronRight, IconChevronRightPipe } from "@tabler/icons-react";
import type { ComponentType } from "react";
import { formatted } from "@/server/kit/value/count.rules";
import { t } from "@/texts/t";
import styles from "./foot.module.css";
import { type ListChange, type ListState, pageSizes } from "./url";

interface Props {
  state: Pick<ListState, "page" | "limit">;
  shown: number;
  total: number | undefined;
  hasMore: boolean;
  change: (change: ListChange) => void;
  /** is told of a page while its button is pressed */
  ahead?: (change: ListChange) => void;
}

const count = (value: number) => formatted(value);

/** "1–25 of 2,004"; the total is an ellipsis until it is known. */
export function rangeText({ page, limit }: Props["state"], shown: number, total: number | undefined) {
  const first = (page - 1) * limit + 1;
  const of = total === undefined ? "…" : count(total);
  return t("{range} of {total}", {
    range: shown === 0 ? "0" : `${count(first)}–${count(first + shown - 1)}`,
    total: of,
  });
}

interface TurnProps {
  label: string;
  /** the page; undefined where there is none, and the button keeps the focus all the same */
  to: number | undefined;
  icon: ComponentType<{ size: number }>;
  change: Props["change"];
  ahead: Props["ahead"];
}

const Turn = ({ label, to, icon: Icon, change, ahead }: TurnProps) => (
  <ActionIcon
    aria-label={t(label)}
    aria-disabled={to === undefined}
    data-disabled={to === undefined || undefined}
    onPointerDown={() => to !== undefined && ahead?.({ page: to })}
    onClick={() => to !== undefined && change({ page: to })}
    size={28}
  >
    <Icon size={16} />
  </ActionIcon>
);

/** Where the person is in the list, and the way to the other pages. */
export function ListFoot({ state, shown, total, hasMore, change, ahead }: Props) {
  const last = total === undefined ? undefined : Math.max(1, Math.ceil(total / state.limit));
  const sizes = [...new Set([...pageSizes, state.limit])].sort((a, b) => a - b);
  return (
    <div className={styles.foot}>
      <span aria-live="polite">{rangeText(state, shown, total)}</span>
      <label className={styles.size}>
        <select
          aria-label={t("Rows per page")}
          value={state.limit}
          onChange={(event) => change({ limit: Number(event.target.value) })}
        >
          {sizes.map((size) => (
            <option key={size}>{size}</option>
          ))}
        </select>
        {t("per page")}
      </label>
      <span className={styles.spring} />
      <nav className={styles.pages} aria-label={t("Pagination")}>
        <Turn
          label="First page"
          to={state.page > 1 ? 1 : undefined}
          icon={IconChevronLeftPipe}
          change={change}
          ahead={ahead}
        />
        <Turn
          label="Previous page"
          to={state.page > 1 ? state.page - 1 : undefined}
          icon={IconChevronLeft}
          change={change}
          ahead={ahead}
        />
        <span>
          {last === undefined
            ? t("Page {page}", { page: count(state.page) })
            : t("Page {page} of {last}", { page: count(state.page), last: count(last) })}
        </span>
        <Turn
          label="Next page"
          to={hasMore ? state.page + 1 : undefined}
          icon={IconChevronRight}
          change={change}
          ahead={ahead}
        />
        <Turn
          label="Last page"
          to={last && state.page < last ? last : undefined}
          icon={IconChevronRightPipe}
          change={change}
          ahead={ahead}
        />
      </nav>
    </div>
  );
}
