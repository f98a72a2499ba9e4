"use client";

import Link from "next/link";
import { progressOf } from "@/app/(backoffice)/(content)/translations/_screens/desk-progress.rules";
import { translationDesk } from "@/app/(backoffice)/(content)/translations/desk.resource";
import { Answer } from "@/components/kit/answer";
import { HomePart } from "@/components/kit/shell/home";
import { trpc } from "@/components/kit/trpc";
import { PlainTable } from "@/components/ui/plain-table";
import { None } from "@/components/ui/value";
import { languageName } from "@/server/kit/language/language-name.rules";
import { formatted } from "@/server/kit/value/count.rules";
import styles from "./home.module.css";
import { HomeChanges } from "./home-changes.part";

const deskAt = (asked: Record<string, string>) => `${translationDesk.at}?${new URLSearchParams(asked)}`;

/** A count that leads to the texts that it counts. */
const Counted = ({ count, asked }: { count: number; asked: Record<string, string> }) =>
  count === 0 ? (
    <None />
  ) : (
    <Link href={deskAt(asked)} prefetch={false}>
      {formatted(count)}
    </Link>
  );

/** How far each language is, and what waits for whom; each figure leads to its texts at the desk. */
function Progress() {
  const overview = trpc.desk.overview.useQuery();
  const own = trpc.desk.own.useQuery().data ?? [];
  return (
    <HomePart title="Texts by language">
      <Answer of={overview}>
        {({ languages, resources }) => (
          <PlainTable
            heads={["Language", "Done|a text", "Missing|a text", "Needs review", "Mine|texts"]}
            className={`${styles.numbers} ${styles.languages}`}
          >
            {languages.map((language) => {
              const { percent, missing, review } = progressOf(resources, language.id);
              const mine = own.find(({ languageId }) => languageId === language.id);
              const at = { languageId: language.id };
              const show = mine?.missing === 0 ? "review" : "missing";
              return (
                <tr key={language.id}>
                  <td>
                    <Link href={deskAt({ ...at, show: "all" })} prefetch={false}>
                      {languageName(language)}
                    </Link>
                  </td>
                  <td>{percent} %</td>
                  <td>
                    <Counted count={missing} asked={at} />
                  </td>
                  <td>
                    <Counted count={review} asked={{ ...at, show: "review" }} />
                  </td>
                  <td>
                    <Counted count={mine ? mine.missing + mine.review : 0} asked={{ ...at, show, assigned: "me" }} />
                  </td>
                </tr>
              );
            })}
          </PlainTable>
        )}
      </Answer>
    </HomePart>
  );
}

const Changes = () => <HomeChanges title="Recent changes of texts" of={trpc.audit.latestOfTexts.useQuery()} />;

/** The first page of who writes texts. */
export function HomeTexts({ withChanges }: { withChanges: boolean }) {
  const overview = trpc.desk.overview.useQuery();
  if (!overview.data?.resources.some(({ mayWrite }) => mayWrite)) return null;
  return (
    <>
      <Progress />
      {withChanges && <Changes />}
    </>
  );
}
