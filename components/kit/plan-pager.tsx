import { ActionIcon } from "@mantine/core";
import { IconChevronLeft, IconChevronRight } from "@tabler/icons-react";
import { formatted } from "@/server/kit/value/count.rules";
import { t } from "@/texts/t";
import styles from "./plan-pager.module.css";

/** So many rows of a plan are shown at once, as its server gives them. */
const pageRows = 100;

interface Props {
  /** from 1 */
  page: number;
  /** how many rows this page has */
  count: number;
  totalItems: number;
  onPage: (page: number) => void;
}

/** The ways through the rows of a plan; nothing where they are on one page. */
export function PlanPager({ page, count, totalItems, onPage }: Props) {
  const pages = Math.ceil(totalItems / pageRows);
  const first = (page - 1) * pageRows + 1;
  if (pages <= 1) return null;
  return (
    <div className={styles.pager}>
      <ActionIcon aria-label={t("Previous page")} disabled={page === 1} onClick={() => onPage(page - 1)}>
        <IconChevronLeft size={16} />
      </ActionIcon>
      {t("{range} of {total}", {
        range: `${formatted(first)}–${formatted(first + count - 1)}`,
        total: formatted(totalItems),
      })}
      <ActionIcon aria-label={t("Next page")} disabled={page === pages} onClick={() => onPage(page + 1)}>
        <IconChevronRight size={16} />
      </ActionIcon>
    </div>
  );
}
