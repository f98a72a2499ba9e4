"use client";

import { Button } from "@mantine/core";
import { keepPreviousData } from "@tanstack/react-query";
import { usePathname, useSearchParams } from "next/navigation";
import { useCallback, useState } from "react";
import { Answer } from "@/components/kit/answer";
import { SearchBox } from "@/components/kit/list/search-box";
import { EmptyState } from "@/components/kit/list/states";
import { ScreenHeader } from "@/components/kit/page-header";
import { trpc } from "@/components/kit/trpc";
import { languageName } from "@/server/kit/language/language-name.rules";
import { Rich } from "@/texts/rich";
import { t } from "@/texts/t";
import { translationDesk } from "../desk.resource";
import styles from "./desk.module.css";
import { type Asked, askedIn, assignments, pageOf, shows, textsOf } from "./desk-asked.rules";
import { DeskFiles } from "./desk-files.button";
import { useMoves } from "./desk-moves.hook";
import { DeskPlace, Picker } from "./desk-picker.field";
import { DeskProgress } from "./desk-progress.part";
import { DeskReplace } from "./desk-replace.form";
import { DeskRowView } from "./desk-row.part";
import type { DeskLanguage, Overview } from "./desk-row.rules";

/** What the address asks for; a copied link shows the same texts. */
function useAsked(overview: Overview) {
  const path = usePathname();
  const params = useSearchParams();
  const change = useCallback(
    (changes: Record<string, string | undefined>) => {
      const next = new URLSearchParams(window.location.search);
      next.delete("page");
      for (const [name, value] of Object.entries(changes)) {
        if (value) next.set(name, value);
        else next.delete(name);
      }
      window.history.replaceState(null, "", next.size > 0 ? `${path}?${next}` : path);
    },
    [path],
  );
  return { asked: askedIn(overview, params), change };
}

type Change = ReturnType<typeof useAsked>["change"];

/** A resource as a choice, with how many of its texts are missing in a language. */
const choiceOf = ({ title, total, languages }: Overview["resources"][number], languageId: string) => {
  const missing = total - (languages.find((one) => one.languageId === languageId)?.translated ?? 0);
  return missing > 0 ? t("{title} ({missing, plural, one {# missing} other {# missing}})", { title, missing }) : title;
};

interface ToolsProps {
  overview: Overview;
  asked: Asked;
  change: Change;
  source: DeskLanguage;
  target: DeskLanguage;
}

/** Which texts are shown, from which language into which. */
function Tools({ overview: { languages, resources }, asked, change, source, target }: ToolsProps) {
  const { resource, moduleId, modulePage, show, assigned, keyword } = asked;
  const names = languages.map(({ id, name }) => [id, name] as const);
  const onSearch = useCallback((text: string) => change({ keyword: text || undefined }), [change]);
  return (
    <div className={styles.tools}>
      <Picker label="Source language" value={source.id} options={names} onChange={(id) => change({ source: id })} />
      <span aria-hidden>→</span>
      <Picker
        label="Language to translate into"
        value={target.id}
        options={names}
        onChange={(languageId) => change({ languageId })}
      />
      <Picker
        label="Texts of"
        value={resources.find(({ name }) => name === resource)?.name ?? ""}
        options={[["", "Everything"], ...resources.map((one) => [one.name, choiceOf(one, target.id)] as const)]}
        onChange={(name) => change({ resource: name || undefined })}
      />
      <DeskPlace moduleId={moduleId} page={modulePage} onChange={change} />
      <Picker
        label="Which texts"
        value={show}
        options={Object.entries(shows)}
        onChange={(next) => change({ show: next === "missing" ? undefined : next })}
      />
      <Picker
        label="Whose texts"
        value={assigned ?? ""}
        options={[["", "Everybody’s"], ...Object.entries(assignments)]}
        onChange={(next) => change({ assigned: next || undefined })}
      />
      <SearchBox title="Search names and texts in all languages" value={keyword} onChange={onSearch} />
    </div>
  );
}

/** Why no text is shown. */
const NoTexts = ({ show, assigned }: Pick<Asked, "show" | "assigned">) => (
  <EmptyState title={show === "all" ? t("Nothing matches") : t("Nothing to do")}>
    {assigned
      ? t("No text of these is assigned this way.")
      : show === "missing"
        ? t("All matching texts are translated into this language.")
        : show === "review"
          ? t("No translation needs a review.")
          : show === "outdated"
            ? t("No source text has changed since its translation was written or confirmed.")
            : show === "warned"
              ? t("No translation has an open warning.")
              : t("No text contains this.")}
  </EmptyState>
);

const Foot = ({ page, hasMore, go }: { page: number; hasMore: boolean; go: (to: number) => void }) => (
  <div className={styles.foot}>
    <Button variant="default" size="compact-sm" disabled={page === 1} onClick={() => go(page - 1)}>
      {t("Previous page")}
    </Button>
    <span>{t("Page {page}", { page })}</span>
    <Button variant="default" size="compact-sm" disabled={!hasMore} onClick={() => go(page + 1)}>
      {t("Next page")}
    </Button>
  </div>
);

const Keys = () => (
  <p className={styles.keys}>
    <Rich
      text="<key>Enter</key> saves and moves on, <key>Ctrl Enter</key> or <key>F8</key> jumps to the next missing text, <key>Shift Enter</key> adds a line, <key>Alt 1</key> takes a suggestion, <key>Esc</key> reverts."
      parts={{ key: (words) => <kbd>{words}</kbd> }}
    />
  </p>
);

function Desk({ overview }: { overview: Overview }) {
  const { resources } = overview;
  const { asked, change } = useAsked(overview);
  const { source, target, show, assigned, page } = asked;
  const [isReplacing, setIsReplacing] = useState(false);
  const chosen = resources.find(({ name }) => name === asked.resource);
  const query = trpc.desk.list.useQuery(pageOf(overview, asked), {
    enabled: target !== undefined,
    placeholderData: keepPreviousData,
  });
  const go = (to: number) => change({ page: to > 1 ? String(to) : undefined });
  const move = useMoves({
    items: query.data?.items,
    isStale: query.isPlaceholderData || query.isFetching,
    hasMore: query.data?.hasMore ?? false,
    page,
    onlyMissing: show === "missing",
    go,
    again: () => void query.refetch(),
  });
  if (!source || !target) return <p>{t("There is no language to translate into. Create one first.")}</p>;
  const mayWrite = resources.some((one) => one.mayWrite);
  return (
    <div className={styles.page}>
      <ScreenHeader
        of={translationDesk}
        actions={
          <>
            {mayWrite && (
              <Button variant="default" onClick={() => setIsReplacing(true)}>
                {t("Find and replace")}
              </Button>
            )}
            <DeskFiles asked={textsOf(overview, asked)} mayWrite={mayWrite} />
          </>
        }
      />
      <DeskProgress
        overview={overview}
        resource={chosen}
        chosen={target.id}
        onChoose={(languageId) => change({ languageId })}
      />
      <Tools overview={overview} asked={asked} change={change} source={source} target={target} />
      <Answer of={query}>
        {({ items, hasMore }) => (
          <>
            {items.length === 0 ? (
              <NoTexts show={show} assigned={assigned} />
            ) : (
              <div className={styles.rows} data-stale={query.isPlaceholderData || undefined}>
                {items.map((row) => {
                  const of = resources.find(({ name }) => name === row.resource);
                  return (
                    of && (
                      <DeskRowView
                        key={`${row.resource} ${row.id} ${target.id}`}
                        row={row}
                        of={of}
                        source={source}
                        target={target}
                        onMove={(from, to, saved) => void move(from, to, saved)}
                      />
                    )
                  );
                })}
              </div>
            )}
            <Foot page={page} hasMore={hasMore} go={go} />
          </>
        )}
      </Answer>
      {mayWrite && <Keys />}
      {isReplacing && <DeskReplace overview={overview} resource={chosen?.name} onClose={() => setIsReplacing(false)} />}
    </div>
  );
}

/** Each language by its name in the reader's language. */
const named = ({ languages, ...overview }: Overview): Overview => ({
  ...overview,
  languages: languages.map((language) => ({ ...language, name: languageName(language) })),
});

/** A translator's workplace: every text of every resource that the person may read, its source beside it. */
export function DeskScreen() {
  const overview = trpc.desk.overview.useQuery(undefined, { select: named });
  return <Answer of={overview}>{(data) => <Desk overview={data} />}</Answer>;
}
