"use client";

import { ActionIcon } from "@mantine/core";
import { IconChevronDown, IconLayoutSidebar, IconSearch } from "@tabler/icons-react";
import Link from "next/link";
import type { ReactNode } from "react";
import { useHint } from "@/components/ui/use-hint";
import { t } from "@/texts/t";
import { Bell } from "../inbox/bell";
import { useListHref } from "../list/place";
import { domains, type ScreenEntry } from "../screen";
import { useHome, useScreen, useScreens } from "../screens";
import { AccountMenu } from "./account-menu";
import { Logo } from "./logo";
import { useRail } from "./rail-state";
import { SchemeSwitch } from "./scheme-switch";
import styles from "./shell.module.css";

export interface RailProps {
  /** whose messages the bell shows */
  app: "BACKOFFICE_WEB" | "PORTAL_WEB";
  narrow?: boolean;
  /** not offered in the drawer */
  onNarrow?: () => void;
  /** opens the search; there is none where not said */
  onSearch?: () => void;
  /** under the logo */
  head?: (narrow: boolean) => ReactNode;
}

/** The screens the person may see, by domain; a domain without any is not there. */
export function useDomains() {
  const listed = useScreens().filter(({ isUnlisted }) => !isUnlisted);
  return domains
    .map((domain) => ({ domain, screens: listed.filter((screen) => screen.domain === domain) }))
    .filter(({ screens }) => screens.length > 0);
}

const intoView = (link: HTMLElement | null) => link?.scrollIntoView({ block: "nearest" });

/** A screen with the way to it; the one that is open is always in view. */
function ScreenLink({ screen, narrow }: { screen: ScreenEntry; narrow: boolean }) {
  const { starred, toggleStar } = useRail();
  const isHere = useScreen() === screen;
  const isStarred = starred.includes(screen.at);
  const hint = useHint(screen.heading, narrow);
  const link = (
    <Link
      {...hint.props}
      ref={isHere ? intoView : undefined}
      href={useListHref(screen.at)}
      prefetch={false}
      className={styles.link}
      aria-current={isHere ? "page" : undefined}
      aria-label={narrow ? screen.heading : undefined}
    >
      {screen.icon}
      {!narrow && screen.heading}
    </Link>
  );
  if (narrow)
    return (
      <li>
        {link}
        {hint.bubble}
      </li>
    );
  return (
    <li>
      {link}
      {screen.domain !== "Home" && (
        <button
          type="button"
          className={styles.star}
          aria-pressed={isStarred}
          aria-label={t("Favourite: {heading}", { heading: screen.heading })}
          title={isStarred ? t("Remove from favourites") : t("Add to favourites")}
          onClick={() => toggleStar(screen.at)}
        />
      )}
    </li>
  );
}

/** The screens of a domain; of one that is folded, that which is open. */
function Domain({ domain, screens, narrow }: { domain: string; screens: ScreenEntry[]; narrow: boolean }) {
  const { folded, toggleFold } = useRail();
  const here = useScreen();
  const isBare = narrow || domain === "Home";
  const isFolded = !isBare && folded.includes(domain);
  const shown = isFolded ? screens.filter((screen) => screen === here) : screens;
  return (
    <div className={styles.group}>
      {!isBare && (
        <button type="button" className={styles.domain} aria-expanded={!isFolded} onClick={() => toggleFold(domain)}>
          {t(domain)}
          <IconChevronDown size={14} />
        </button>
      )}
      {shown.length > 0 && (
        <ul>
          {shown.map((screen) => (
            <ScreenLink key={screen.at} screen={screen} narrow={narrow} />
          ))}
        </ul>
      )}
    </div>
  );
}

/** The domains as the rail shows them: the first page, then the favourites in place of their own domains, then all others. */
function useGroups() {
  const { starred } = useRail();
  const groups = useDomains();
  const all = groups.flatMap(({ screens }) => screens);
  const favourites = starred.flatMap((at) => all.find((screen) => screen.at === at) ?? []);
  const others = groups
    .map(({ domain, screens }) => ({ domain, screens: screens.filter((screen) => !favourites.includes(screen)) }))
    .filter(({ screens }) => screens.length > 0);
  if (favourites.length === 0) return others;
  const home = others.filter(({ domain }) => domain === "Home");
  const rest = others.filter(({ domain }) => domain !== "Home");
  return [...home, { domain: "Favourites", screens: favourites }, ...rest];
}

/** The left rail: search, the domains with their screens, and the person's own menu at its foot. */
export function Rail({ app, narrow = false, onNarrow, onSearch, head }: RailProps) {
  const home = useHome();
  const Frame = onNarrow ? "aside" : "div";
  return (
    <Frame className={styles.rail} data-narrow={narrow || undefined} aria-label={onNarrow && t("Menu")}>
      <Link href={home} prefetch={false} className={styles.logo} aria-label={t("Persdesk, home")}>
        <Logo />
        {!narrow && t("Persdesk")}
      </Link>
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
        {useGroups().map(({ domain, screens }) => (
          <Domain key={domain} domain={domain} screens={screens} narrow={narrow} />
        ))}
      </nav>
      <div className={styles.foot}>
        <AccountMenu narrow={narrow} />
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
