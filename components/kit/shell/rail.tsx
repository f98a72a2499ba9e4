"use client";

import { ActionIcon } from "@mantine/core";
import { IconLayoutSidebar, IconSearch } from "@tabler/icons-react";
import { usePathname, useSearchParams } from "next/navigation";
import { memo, type ReactNode } from "react";
import { InnerLink } from "@/components/ui/inner-link";
import { useHint } from "@/components/ui/use-hint";
import { t } from "@/texts/t";
import { Bell } from "../inbox/bell";
import { useListHref } from "../list/place";
import type { AreaEntry } from "../screen";
import { useAreaGroups, useAreaOf, useCountAt, useHome, useScreen, useScreens } from "../screens";
import { AccountMenu } from "./account-menu";
import { Logo } from "./logo";
import { useRail } from "./rail-state";
import { SchemeSwitch } from "./scheme-switch";
import { ScreenIcon } from "./screen-icon";
import styles from "./shell.module.css";
import { Star } from "./star";

export interface RailProps {
  /** whose messages the bell shows */
  app: "BACKOFFICE_WEB" | "PORTAL_WEB";
  narrow?: boolean;
  /** not offered in the drawer */
  onNarrow?: () => void;
  /** opens the search; there is none where not said */
  onSearch?: () => void;
  /** shows the keys, where there is a keyboard */
  onKeys?: () => void;
  /** under the logo */
  head?: (narrow: boolean) => ReactNode;
}

const intoView = (link: HTMLElement | null) => link?.scrollIntoView({ block: "nearest" });

interface LinkProps {
  heading: string;
  /** its lines */
  icon: string;
  at: string;
  /** where it leads to one view of the list there */
  viewId?: string;
  /** whether the page that is open belongs to it */
  isHere: boolean;
  /** whether it is that page */
  isThis: boolean;
  narrow: boolean;
  /** how much there is to do */
  count?: ReactNode;
  children?: ReactNode;
}

/** An entry of the rail; the one that is open is always in view. Another page draws two of them again: what was open, and what is. */
const RailLink = memo(function RailLink(props: LinkProps) {
  const { heading, icon, at, viewId, isHere, isThis, narrow, count, children } = props;
  const list = useListHref(at, isThis);
  const hint = useHint(heading, narrow);
  return (
    <li>
      <InnerLink
        {...hint.props}
        ref={isHere ? intoView : undefined}
        href={viewId ? `${at}?view=${viewId}` : list}
        className={styles.link}
        aria-current={isHere ? (isThis ? "page" : "true") : undefined}
        aria-label={narrow ? heading : undefined}
      >
        <ScreenIcon lines={icon} />
        {!narrow && heading}
      </InnerLink>
      {narrow ? hint.bubble : (children ?? <div className={styles.count}>{count}</div>)}
    </li>
  );
});

/** The home page, the person's favourites, and the areas; what belongs together is one list. */
function Entries({ narrow }: { narrow: boolean }) {
  const { starred } = useRail();
  const screens = useScreens();
  const here = useScreen();
  const areaOf = useAreaOf();
  const countAt = useCountAt();
  const [home, ...others] = useAreaGroups();
  const path = usePathname();
  const viewHere = useSearchParams().get("view") ?? undefined;
  const favourites = starred.flatMap((item) => {
    // A record's page is one below its screen.
    const screen = screens.find(({ at }) => at === (item.title ? item.at.slice(0, item.at.lastIndexOf("/")) : item.at));
    return screen && (!item.viewId || item.name) ? [{ screen, item }] : [];
  });
  const isView = favourites.some(({ screen, item }) => screen === here && item.viewId && item.viewId === viewHere);
  const isHere = ({ screen, item }: (typeof favourites)[number]) => {
    if (item.title) return item.at === path;
    return screen === here && (item.viewId ? item.viewId === viewHere : !isView);
  };
  const areaHere = favourites.some(isHere) ? undefined : areaOf(here);
  const list = (areas: readonly AreaEntry[]) => (
    <ul key={areas[0]?.heading}>
      {areas.map((area) => (
        <RailLink
          key={area.heading}
          heading={area.heading}
          icon={area.icon}
          at={area.pages[0]?.at ?? ""}
          isHere={area === areaHere}
          isThis={path === area.pages[0]?.at}
          narrow={narrow}
          count={countAt(area.pages)}
        />
      ))}
    </ul>
  );
  return (
    <>
      {home && list(home)}
      {favourites.length > 0 && (
        <>
          {!narrow && <h2>{t("Favourites")}</h2>}
          <ul aria-label={t("Favourites")}>
            {favourites.map(({ screen, item }) => (
              <RailLink
                key={`${item.at} ${item.viewId ?? ""}`}
                heading={item.name ?? screen.heading}
                icon={screen.icon}
                at={item.at}
                viewId={item.viewId}
                isHere={isHere({ screen, item })}
                isThis={path === item.at}
                narrow={narrow}
              >
                <Star screen={screen} of={item} />
              </RailLink>
            ))}
          </ul>
        </>
      )}
      {others.map(list)}
    </>
  );
}

/** The left rail: search, the areas, and the person's own menu at its foot. */
export function Rail({ app, narrow = false, onNarrow, onSearch, onKeys, head }: RailProps) {
  const home = useHome();
  const Frame = onNarrow ? "aside" : "div";
  return (
    <Frame className={styles.rail} data-narrow={narrow || undefined} aria-label={onNarrow && t("Menu")}>
      <InnerLink href={home} className={styles.logo} aria-label={t("Persdesk, home")}>
        <Logo />
        {!narrow && t("Persdesk")}
      </InnerLink>
      {head && <div className={styles.head}>{head(narrow)}</div>}
      {onSearch && (
        <button
          type="button"
          className={styles.search}
          onClick={onSearch}
          aria-label={t("Search")}
          aria-keyshortcuts="Control+K"
        >
          <IconSearch size={15} />
          {!narrow && (
            <>
              {t("Search")} <kbd>{t("Ctrl K")}</kbd>
            </>
          )}
        </button>
      )}
      <nav className={styles.nav} aria-label={t("Main menu")}>
        <Entries narrow={narrow} />
      </nav>
      <div className={styles.foot}>
        <AccountMenu narrow={narrow} onKeys={onKeys} />
        <span className={styles.spring} />
        {onNarrow && <Bell app={app} side="top" />}
        <SchemeSwitch />
        {onNarrow && (
          <ActionIcon aria-label={narrow ? t("Expand the menu") : t("Collapse the menu")} onClick={onNarrow}>
            <IconLayoutSidebar size={17} stroke={1.7} />
          </ActionIcon>
        )}
      </div>
    </Frame>
  );
}
