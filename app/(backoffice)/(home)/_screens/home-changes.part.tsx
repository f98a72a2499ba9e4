import type { ComponentProps } from "react";
import { Answer } from "@/components/kit/answer";
import { LatestChanges } from "@/components/kit/sheet/latest-changes";
import { HomePart } from "@/components/kit/shell/home";
import { t } from "@/texts/t";
import styles from "./home.module.css";

interface Props {
  title: string;
  of: { data: ComponentProps<typeof LatestChanges> | undefined; error: unknown; refetch: () => unknown };
}

/** The last changes of what the person may see, each with what it changed. */
export const HomeChanges = ({ title, of }: Props) => (
  <HomePart title={title}>
    <Answer of={of}>
      {({ items }) =>
        items.length === 0 ? (
          <p className={styles.empty}>{t("Nothing changed yet.")}</p>
        ) : (
          <LatestChanges items={items} />
        )
      }
    </Answer>
  </HomePart>
);
