"use client";

import { IconArrowRight } from "@tabler/icons-react";
import { usePathname } from "next/navigation";
import { useCallback } from "react";
import { SearchBox } from "@/components/kit/list/search-box";
import toolbar from "@/components/kit/list/toolbar.module.css";
import type { ListChange, ListState } from "@/components/kit/list/url";
import { trpc } from "@/components/kit/trpc";
import styles from "./label.module.css";
import type { Completeness } from "./label-completeness.field";

interface PickerProps {
  label: string;
  value: string;
  options: readonly (readonly [value: string, label: string])[];
  /** the word for "no choice", where there may be none */
  none?: string;
  onChange: (value: string) => void;
}

const Picker = ({ label, value, options, none, onChange }: PickerProps) => (
  <select
    className={styles.picker}
    aria-label={label}
    title={label}
    data-on={(none && value) || undefined}
    value={value}
    onChange={(event) => onChange(event.target.value)}
  >
    {none && <option value="">{none}</option>}
    {options.map(([value, label]) => (
      <option key={value} value={value}>
        {label}
      </option>
    ))}
  </select>
);

interface Props {
  languages: Completeness;
  sourceId: string;
  languageId: string;
  state: ListState;
  change: (change: ListChange, replace?: boolean) => void;
}

/** From which language into which, and which labels. */
export function LabelFilters({ languages, sourceId, languageId, state, change }: Props) {
  const path = usePathname();
  const places = trpc.labels.places.useQuery(undefined, { staleTime: 60_000 }).data ?? [];
  const { moduleId = "", labelInterfacePage = "", searchIn = "", keyword = "" } = state.filters;
  const inModule = moduleId ? places.filter(({ id }) => id === moduleId) : places;
  const pages = [...new Set(inModule.flatMap((place) => place.labelInterfacePage))].sort();
  const names = languages.map((language) => [language.languageId, language.name] as const);
  const filter = (name: string) => (value: string) => change({ filters: { [name]: value || undefined } });
  const onSearch = useCallback(
    (keyword: string) => change({ filters: { keyword: keyword || undefined } }, true),
    [change],
  );
  const setSource = (id: string) => {
    const params = new URLSearchParams(window.location.search);
    params.set("source", id);
    window.history.replaceState(window.history.state, "", `${path}?${params}`);
  };
  return (
    <div className={toolbar.filters}>
      <div className={styles.pair}>
        <Picker label="Source language" value={sourceId} options={names} onChange={setSource} />
        <IconArrowRight size={14} aria-label="into" />
        <Picker label="Language to translate into" value={languageId} options={names} onChange={filter("languageId")} />
      </div>
      <SearchBox title="Search names and texts" value={String(keyword)} onChange={onSearch} />
      <Picker
        label="Module"
        none="All modules"
        value={String(moduleId)}
        options={places.filter((place) => place.texts > 0).map((place) => [place.id, place.label])}
        onChange={(id) => change({ filters: { moduleId: id || undefined, labelInterfacePage: undefined } })}
      />
      <Picker
        label="Page"
        none="All pages"
        value={String(labelInterfacePage)}
        options={pages.map((page) => [page, page])}
        onChange={filter("labelInterfacePage")}
      />
      <button
        type="button"
        className={styles.toggle}
        aria-pressed={searchIn === "not_translated"}
        onClick={() => filter("searchIn")(searchIn === "not_translated" ? "" : "not_translated")}
      >
        Missing only
      </button>
    </div>
  );
}
