"use client";

import { ActionIcon } from "@mantine/core";
import { IconMenu2, IconSearch } from "@tabler/icons-react";
import dynamic from "next/dynamic";
import { usePathname } from "next/navigation";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { t } from "@/texts/t";
import { Bell } from "../inbox/bell";
import { Logo } from "./logo";
import { Rail } from "./rail";
import { useRail } from "./rail-state";
import styles from "./shell.module.css";

const Palette = dynamic(() => import("./palette").then((module) => module.Palette), { ssr: false });

function Drawer({ onClose, onSearch }: { onClose: () => void; onSearch: () => void }) {
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
      <Rail onSearch={onSearch} />
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

/** The frame of every backoffice page: rail (a drawer on a phone), command palette, and the page. */
export function Shell({ children }: { children: ReactNode }) {
  const path = usePathname();
  const { isNarrow, toggleNarrow } = useRail();
  // What is open is so on this page: a new one closes it.
  const [opened, setOpened] = useState<{ what: "palette" | "drawer"; path: string }>();
  if (opened && opened.path !== path) setOpened(undefined);
  const open = opened?.path === path ? opened.what : undefined;
  const close = () => setOpened(undefined);
  const typedEarly = useEarlyTyping(open === "palette");

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "k") {
        event.preventDefault();
        setOpened({ what: "palette", path });
      }
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, [path]);

  const search = () => setOpened({ what: "palette", path });

  return (
    <div className={styles.shell}>
      <a href="#main" className={styles.skip}>
        {t("Skip to content")}
      </a>
      <Rail narrow={isNarrow} onNarrow={toggleNarrow} onSearch={search} />
      <header className={styles.bar}>
        <ActionIcon size={36} aria-label={t("Open the menu")} onClick={() => setOpened({ what: "drawer", path })}>
          <IconMenu2 size={20} />
        </ActionIcon>
        <span className={styles.logo}>
          <Logo size={22} /> Persdesk
        </span>
        <ActionIcon size={36} aria-label={t("Search")} onClick={search}>
          <IconSearch size={18} />
        </ActionIcon>
        <Bell app="BACKOFFICE_WEB" align="right" />
      </header>
      <main id="main" className={styles.main} tabIndex={-1}>
        {children}
      </main>
      {open === "drawer" && <Drawer onClose={close} onSearch={search} />}
      {open === "palette" && <Palette typed={typedEarly} onClose={close} />}
    </div>
  );
}
