"use client";

import { ActionIcon } from "@mantine/core";
import { IconChevronDown, IconLayoutSidebar, IconSearch } from "@tabler/icons-react";
import Link from "next/link";
import { useState } from "react";
import { domains, type ScreenEntry } from "../screen";
import { useScreen, useScreens } from "../screens";
import { AccountMenu } from "./account-menu";
import { Logo } from "./logo";
import { SchemeSwitch } from "./scheme-switch";
import styles from "./shell.module.css";

interface Props {
  narrow?: boolean;
  /** not offered in the drawer */
  onNarrow?: () => void;
  onSearch: () => void;
}

/** The screens the person may see, by domain; a domain without any is not there. */
export function useDomains() {
  const listed = useScreens().filter(({ isUnlisted }) => !isUnlisted);
  return domains
    .map((domain) => ({ domain, screens: listed.filter((screen) => screen.domain === domain) }))
    .filter(({ screens }) => screens.length > 0);
}

function ScreenLink({ screen, narrow }: { screen: ScreenEntry; narrow: boolean }) {
  const isHere = useScreen() === screen;
  return (
    <li>
      <Link
        href={screen.at}
        prefetch={false}
        className={styles.link}
        aria-current={isHere ? "page" : undefined}
        aria-label={narrow ? screen.heading : undefined}
        title={narrow ? screen.heading : undefined}
      >
        {screen.icon}
        {!narrow && screen.heading}
      </Link>
    </li>
  );
}

function Domain({ domain, screens, narrow }: { domain: string; screens: ScreenEntry[]; narrow: boolean }) {
  const [isFolded, setIsFolded] = useState(false);
  const isBare = narrow || domain === "Home";
  return (
    <div className={styles.group}>
      {!isBare && (
        <button
          type="button"
          className={styles.domain}
          aria-expanded={!isFolded}
          onClick={() => setIsFolded(!isFolded)}
        >
          {domain}
          <IconChevronDown size={14} />
        </button>
      )}
      {(isBare || !isFolded) && (
        <ul>
          {screens.map((screen) => (
            <ScreenLink key={screen.at} screen={screen} narrow={narrow} />
          ))}
        </ul>
      )}
    </div>
  );
}

/** The left rail: search, the domains with their screens, and the person's own menu at its foot. */
export function Rail({ narrow = false, onNarrow, onSearch }: Props) {
  const Frame = onNarrow ? "aside" : "div";
  return (
    <Frame className={styles.rail} data-narrow={narrow || undefined} aria-label={onNarrow && "Menu"}>
      <Link href="/" prefetch={false} className={styles.logo} aria-label="Persdesk, home">
        <Logo />
        {!narrow && "Persdesk"}
      </Link>
      <button
        type="button"
        className={styles.search}
        onClick={onSearch}
        aria-label="Search"
        aria-keyshortcuts="Control+K"
      >
        <IconSearch size={15} />
        {!narrow && (
          <>
            Search <kbd>Ctrl K</kbd>
          </>
        )}
      </button>
      <nav className={styles.nav} aria-label="Screens">
        {useDomains().map(({ domain, screens }) => (
          <Domain key={domain} domain={domain} screens={screens} narrow={narrow} />
        ))}
      </nav>
      <div className={styles.foot}>
        <AccountMenu narrow={narrow} />
        <span className={styles.spring} />
        <SchemeSwitch />
        {onNarrow && (
          <ActionIcon aria-label={narrow ? "Widen the menu" : "Narrow the menu"} onClick={onNarrow}>
            <IconLayoutSidebar size={17} stroke={1.7} />
          </ActionIcon>
        )}
      </div>
    </Frame>
  );
}
