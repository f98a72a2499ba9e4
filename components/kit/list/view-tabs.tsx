"use client";

import { IconChevronDown } from "@tabler/icons-react";
import dynamic from "next/dynamic";
import { usePathname } from "next/navigation";
import type { MouseEvent } from "react";
import { Dropdown } from "@/components/ui/dropdown";
import { t } from "@/texts/t";
import { lazyParts } from "../ahead.rules";
import { useAhead } from "../use-ahead";
import { tabsOf, wholeList } from "./saved.rules";
import type { View } from "./use-list";
import { type Saved, useViewCounts } from "./use-saved";
import styles from "./view-tabs.module.css";

const { part, ahead } = lazyParts();
const ViewsMenu = dynamic(
  part(() => import("./views-menu").then((module) => module.ViewsMenu)),
  { ssr: false },
);
const ViewChanges = dynamic(
  part(() => import("./view-changes").then((module) => module.ViewChanges)),
  { ssr: false },
);

interface Props {
  view: View;
  saved: Saved;
}

/** The views of a list above it: those that the person keeps there, and all of them in a menu. */
export function ViewTabs({ view, saved }: Props) {
  const path = usePathname();
  useAhead(ahead);
  const { viewId } = view;
  const open = saved.views.find(({ id }) => id === viewId);
  const tabs = tabsOf(saved, open);
  const counts = useViewCounts(view.list.name, saved.isKnown ? tabs.map(({ id }) => id) : []);
  const tab = (id: string | undefined, name: string) => {
    const query = id ? `view=${id}` : saved.settings.opensOn ? `view=${wholeList}` : "";
    return (
      <a
        key={id ?? wholeList}
        href={query ? `${path}?${query}` : path}
        className={styles.tab}
        aria-current={viewId === id ? "page" : undefined}
        onPointerDown={() => view.goAhead(query)}
        onClick={(event: MouseEvent) => {
          if (event.ctrlKey || event.metaKey || event.shiftKey) return; // a tab of the browser's own
          event.preventDefault();
          view.go(query);
          if (id) saved.noteOpened(id);
        }}
      >
        <span className={styles.name} title={name}>
          {name}
        </span>{" "}
        {id && counts.get(id) && <span className={styles.count}>{counts.get(id)}</span>}
      </a>
    );
  };
  return (
    <div className={styles.row}>
      <nav className={styles.tabs} aria-label={t("Views")} data-views>
        {tab(undefined, t("All"))}
        {tabs.map(({ id, name }) => tab(id, name))}
      </nav>
      <Dropdown
        label={t("Views")}
        trigger={(props) => (
          <button type="button" className={styles.menu} {...props}>
            {t("Views")} <IconChevronDown size={14} aria-hidden />
          </button>
        )}
      >
        {(close) => <ViewsMenu view={view} saved={saved} close={close} />}
      </Dropdown>
      {view.isChanged && open && <ViewChanges view={view} saved={saved} open={open} />}
    </div>
  );
}
