"use client";

import Link from "next/link";
import { Answer } from "@/components/kit/answer";
import { HomePart } from "@/components/kit/shell/home";
import { useMay } from "@/components/kit/viewer";
import { PlainTable } from "@/components/ui/plain-table";
import { LinkTo, None, When } from "@/components/ui/value";
import { formatted } from "@/server/kit/value/count.rules";
import { t } from "@/texts/t";
import { LevelMark } from "../../alerts/_screens/alert.words";
import styles from "./alert-figures.module.css";
import { type DeskPlace, DeskProvider, useDesk } from "./alert-place.part";

interface Share {
  count: number;
  oldest: string | null;
}

function Standing() {
  const { api, where, at } = useDesk();
  const query = api.standing.useQuery({ ...where }, { refetchInterval: 60_000 });
  const cells = (view: string, levelAlertId: string, { count, oldest }: Share) => [
    <td key={view}>
      {count > 0 ? (
        <Link href={`${at}?view=${view}&levelAlertId=${levelAlertId}`} prefetch={false}>
          {formatted(count)}
        </Link>
      ) : (
        <None />
      )}
    </td>,
    <td key={`${view} oldest`}>{oldest ? <When at={oldest} /> : <None />}</td>,
  ];
  return (
    <HomePart title="Alerts to deal with" isFirst>
      <Answer of={query}>
        {({ items }) =>
          items.length === 0 ? (
            <p className={styles.quiet}>{t("No alert is yours, and none waits for somebody.")}</p>
          ) : (
            <PlainTable
              heads={["Level", "Yours", "Your oldest", "Nobody's", "Nobody's oldest"]}
              className={styles.standing}
            >
              {items.map(({ level, mine, nobodys }) => (
                <tr key={level.id}>
                  <td>
                    <LevelMark level={level} />
                  </td>
                  {cells("mine", level.id, mine)}
                  {cells("nobodys", level.id, nobodys)}
                </tr>
              ))}
            </PlainTable>
          )
        }
      </Answer>
      <LinkTo href={at}>{t("Open the alert desk")}</LinkTo>
    </HomePart>
  );
}

/** On a home page: what is the reader's and what is nobody's, by level and age. For who sees the work on alerts. */
export function DeskStanding({ place }: { place: DeskPlace }) {
  const may = useMay();
  if (!may(place.of.may.read)) return null;
  return (
    <DeskProvider place={place}>
      <Standing />
    </DeskProvider>
  );
}
