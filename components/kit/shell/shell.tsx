"use client";

import { ActionIcon } from "@mantine/core";
import { IconMenu2, IconSearch } from "@tabler/icons-react";
import dynamic from "next/dynamic";
import { usePathname, useRouter } from "next/navigation";
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from "react";
import { t } from "@/texts/t";
import { lazyParts } from "../ahead.rules";
import { Bell } from "../inbox/bell";
import { keysHere, useKeys } from "../keys";
import { useAreaGroups } from "../screens";
import { useAhead } from "../use-ahead";
import { AreaTabs } from "./area-tabs";
import { useInnerLinks } from "./inner-links";
import { LeftOut } from "./left-out";
import { Logo } from "./logo";
import { usePressAhead } from "./press-ahead";
import { Rail, type RailProps } from "./rail";
import { lettersOf } from "./rail.rules";
import { useRail } from "./rail-state";
import styles from "./shell.module.css";

const { part, ahead } = lazyParts();
const Palette = dynamic(
  part(() => import("./palette").then((module) => module.Palette)),
  { ssr: false },
);
const KeysDialog = dynamic(
  part(() => import("./keys-dialog").then((module) => module.KeysDialog)),
  { ssr: false },
);
const nothing: typeof ahead = [];

function Drawer({ onClose, ...rail }: { onClose: () => void } & Pick<RailProps, "app" | "onSearch" | "head">) {
  const ref = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    ref.current?.showModal();
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a click beside the drawer or on a link closes it; Escape is the browser's own
    <dialog
      ref={ref}
      className={styles.drawer}
      aria-label={t("Menu")}
      onClose={onClose}
      onClick={(event) =>
        (event.target === ref.current || (event.target as Element).closest("a")) && ref.current?.close()
      }
    >
      <Rail {...rail} />
    </dialog>
  );
}

/**
 * What is typed between Ctrl-K and the palette's script having come: it belongs in the palette, and is no key of the list.
 */
function useEarlyTyping(isOpen: boolean) {
  const typed = useRef("");
  useEffect(() => {
    if (!isOpen) return;
    typed.current = "";
    const onKey = (event: KeyboardEvent) => {
      if (event.key.length > 1 || event.ctrlKey || event.metaKey || document.querySelector("dialog[open]")) return;
      event.preventDefault();
      event.stopPropagation();
      typed.current += event.key;
    };
    window.addEventListener("keydown", onKey, true);
    return () => window.removeEventListener("keydown", onKey, true);
  }, [isOpen]);
  return typed;
}

interface Opened {
  what: "palette" | "drawer" | "keys";
  path: string;
  /** those that work there */
  keys?: ReturnType<typeof keysHere>;
}

/** The keys that lead to the areas of the rail: `g` and a letter of each. */
function useAreaKeys() {
  const router = useRouter();
  const areas = useAreaGroups().flat();
  const letters = lettersOf(areas.map(({ heading }) => heading));
  useKeys(
    t("To an area"),
    areas.map(({ heading, pages: [page] }, index) => {
      const letter = letters[index];
      return letter && page ? { key: `g ${letter}`, does: heading, run: () => router.push(page.at) } : undefined;
    }),
  );
}

interface Props {
  /** whose messages the bell shows */
  app: RailProps["app"];
  /** under the logo, such as the company whose workspace it is; `narrow` where there is room for an icon only */
  head?: (narrow: boolean) => ReactNode;
  /** above everything, and always in view, such as who acts as whom */
  banner?: ReactNode;
  /** without the search over all records and its Ctrl-K */
  hasNoSearch?: boolean;
  children: ReactNode;
}

/** The frame of every page: rail (a drawer on a phone), command palette, and the page. */
export function Shell({ app, head, banner, hasNoSearch = false, children }: Props) {
  const path = usePathname();
  const { isNarrow, toggleNarrow } = useRail();
  // What is open is so on this page: a new one closes it.
  const [opened, setOpened] = useState<Opened>();
  if (opened && opened.path !== path) setOpened(undefined);
  const open = opened?.path === path ? opened.what : undefined;
  const close = () => setOpened(undefined);
  const typedEarly = useEarlyTyping(open === "palette");
  useAhead(hasNoSearch ? nothing : ahead);
  usePressAhead();
  useInnerLinks();

  const showKeys = () => setOpened({ what: "keys", path, keys: keysHere() });
  useKeys(t("Everywhere"), [
    !hasNoSearch && { key: t("Ctrl K"), does: t("Search everywhere") },
    { key: "?", does: t("Keyboard shortcuts"), run: showKeys },
  ]);
  useAreaKeys();
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (hasNoSearch || !(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== "k") return;
    event.preventDefault();
    setOpened({ what: "palette", path });
  });
  useEffect(() => {
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, []);

  const search = hasNoSearch ? undefined : () => setOpened({ what: "palette", path });

  return (
    <div className={styles.shell} data-banner={banner ? "" : undefined}>
      <a href="#main" className={styles.skip}>
        {t("Skip to content")}
      </a>
      {banner && <div className={styles.banner}>{banner}</div>}
      <Rail app={app} narrow={isNarrow} onNarrow={toggleNarrow} onSearch={search} onKeys={showKeys} head={head} />
      <header className={styles.bar}>
        <ActionIcon size={36} aria-label={t("Open the menu")} onClick={() => setOpened({ what: "drawer", path })}>
          <IconMenu2 size={20} />
        </ActionIcon>
        <span className={styles.logo}>
          <Logo size={22} /> Persdesk
        </span>
        {search && (
          <ActionIcon size={36} aria-label={t("Search")} onClick={search}>
            <IconSearch size={18} />
          </ActionIcon>
        )}
        <Bell app={app} align="right" />
      </header>
      <main id="main" className={styles.main} tabIndex={-1}>
        <LeftOut />
        <AreaTabs />
        {children}
      </main>
      {open === "drawer" && <Drawer app={app} onClose={close} onSearch={search} head={head} />}
      {open === "keys" && opened?.keys && <KeysDialog keys={opened.keys} onClose={close} />}
      {open === "palette" && <Palette typed={typedEarly} onClose={close} />}
    </div>
  );
}
