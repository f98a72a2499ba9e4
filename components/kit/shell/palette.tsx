"use client";

import { useDebouncedValue } from "@mantine/hooks";
import { IconArrowRight, IconBolt, IconList, IconPlus, IconSearch } from "@tabler/icons-react";
import { keepPreviousData } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { type ReactNode, type RefObject, useId, useLayoutEffect, useRef, useState } from "react";
import { relativeTime } from "@/components/ui/time";
import { t } from "@/texts/t";
import { leaveBy } from "../form/leaving";
import { useViewDoor } from "../list/use-saved";
import { useAreaOf, useScreens } from "../screens";
import { trpc } from "../trpc";
import styles from "./palette.module.css";
import { ScreenIcon } from "./screen-icon";

interface Hit {
  key: string;
  group: string;
  label: string;
  detail?: string;
  icon: ReactNode;
  /** where it leads, or what it does */
  to: string | (() => void);
}

const holds = (text: string, term: string) =>
  term
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.toLowerCase().includes(word));

/** Less than so many letters stand in too many texts. */
const shortest = 3;

const arrow = <IconArrowRight size={16} stroke={1.7} />;
const bolt = <IconBolt size={16} stroke={1.7} />;
const list = <IconList size={16} stroke={1.7} />;
const plus = <IconPlus size={16} stroke={1.7} />;

/** What the term finds without asking the server: screens, and what can be created. */
function useScreenHits(term: string): Hit[] {
  const all = useScreens();
  const areaOf = useAreaOf();
  const known = all.map((screen) => {
    const area = areaOf(screen)?.heading ?? "";
    return { ...screen, area, isNamed: holds(`${area} ${screen.heading}`, term) };
  });
  // What is called so comes before what is about it.
  const named = known.filter(({ isNamed }) => isNamed);
  const about = known.filter(
    ({ isNamed, purpose, settings }) =>
      term.length >= shortest && !isNamed && holds(`${purpose ?? ""} ${settings ?? ""}`, term),
  );
  const screens = [...named, ...about].map(
    ({ heading, area, at }): Hit => ({
      key: at,
      group: t("Go to"),
      label: heading,
      detail: area === heading ? undefined : area,
      to: at,
      icon: arrow,
    }),
  );
  const actions = all
    .flatMap(({ create }) => create ?? [])
    .filter(({ title }) => holds(title, term))
    .map(({ title, href }): Hit => ({ key: href, group: t("Actions"), label: title, to: href, icon: plus }));
  return [...screens, ...actions];
}

const words = (control: HTMLElement) => (control.getAttribute("aria-label") ?? control.textContent ?? "").trim();

/**
 * What the page offers for the open record and the chosen rows: the buttons in its parts with `data-actions`, which says
 * what they are for where that is not the page itself.
 */
function useActionsHere(term: string): Hit[] {
  const [offered] = useState(() => {
    const title = document.querySelector("h1")?.textContent ?? "";
    return [...document.querySelectorAll<HTMLElement>("[data-actions]")].flatMap((place) =>
      [...place.querySelectorAll<HTMLElement>("button:enabled, a[href]")]
        .filter((control) => control.checkVisibility() && words(control) !== "")
        .map((control) => ({ control, label: words(control), group: place.dataset.actions || title })),
    );
  });
  return offered
    .filter(({ label }) => holds(label, term))
    .map(({ control, label, group }): Hit => ({ key: label, group, label, icon: bolt, to: () => control.click() }));
}

/** The views of all lists by their names. */
function useViewHits(term: string): Hit[] {
  const { door, where } = useViewDoor();
  const screens = useScreens();
  // What the door of a company asks for beside.
  const query = door.every.useQuery(where as object as Record<string, never>, { staleTime: 60_000 });
  if (term === "") return [];
  return (query.data?.items ?? []).flatMap(({ id, list, name }) => {
    const screen = screens.find(({ router }) => router === list);
    if (!screen || !holds(`${screen.heading} ${name}`, term)) return [];
    return [
      {
        key: `${list} ${id}`,
        group: t("Views"),
        label: name,
        detail: screen.heading,
        icon: <ScreenIcon lines={screen.icon} />,
        to: `${screen.at}?view=${id}`,
      },
    ];
  });
}

/** The records the server finds, each with the screen it belongs to. */
function useRecords(term: string) {
  const screens = useScreens();
  const query = trpc.search.find.useQuery(
    { term },
    { enabled: term.length >= shortest, placeholderData: keepPreviousData, staleTime: 5_000 },
  );
  const { items = [], more = [] } = (term.length >= shortest && query.data) || {};
  const hits = [...new Set(items.map(({ kind }) => kind))].flatMap((kind): Hit[] => {
    const screen = screens.find(({ router }) => router === kind);
    if (!screen) return [];
    const { heading: group, at, search } = screen;
    const records = items
      .filter((item) => item.kind === kind)
      .map(({ id, label, about, heardAt, page }): Hit => {
        const heard = heardAt && t("heard {when}", { when: relativeTime(heardAt) });
        const detail = [...about, heard].filter(Boolean).join(" · ");
        const home = screens.find(({ router }) => router === page.kind)?.at ?? at;
        return { key: id, group, label, detail, to: `${home}/${page.id}`, icon: <ScreenIcon lines={screen.icon} /> };
      });
    if (!search || !more.includes(kind)) return records;
    const all = new URLSearchParams([[search, term]]);
    return [...records, { key: "all", group, label: t("Show all"), detail: group, to: `${at}?${all}`, icon: list }];
  });
  return { hits, isLoading: query.isFetching };
}

/** The chosen line may have scrolled out of sight. */
const bringIntoView = (line: HTMLElement | null) => line?.scrollIntoView({ block: "nearest" });

interface Props {
  /** what was typed before the palette was there */
  typed: RefObject<string>;
  onClose: () => void;
}

/** The command palette: screens, actions, and records by serial number, name, e-mail address or telephone number. */
export function Palette({ typed, onClose }: Props) {
  const router = useRouter();
  const dialog = useRef<HTMLDialogElement>(null);
  const listId = useId();
  const [text, setText] = useState("");
  const [at, setAt] = useState(0);
  const term = text.trim();
  const [settled] = useDebouncedValue(term, 120);
  const records = useRecords(settled);
  const here = useActionsHere(term);
  const pages = [...useScreenHits(term), ...useViewHits(term)].filter(
    (page) => !here.some(({ label }) => label === page.label),
  );
  const hits = [...(term.length >= shortest ? records.hits : []), ...here, ...pages];
  const current = Math.min(at, hits.length - 1);

  // Before the next key can come: from here on it is the box that takes them.
  useLayoutEffect(() => {
    dialog.current?.showModal();
    setText(typed.current);
  }, [typed]);

  const open = (hit: Hit | undefined) => {
    if (!hit) return;
    dialog.current?.close();
    const { to } = hit;
    if (typeof to === "string") leaveBy(() => router.push(to));
    else to();
  };
  const onKeyDown = (event: React.KeyboardEvent) => {
    if (!/^(Enter|Arrow(Down|Up))$/.test(event.key)) return;
    event.preventDefault(); // or Enter would press the button that has the focus again
    if (event.key === "Enter") open(hits[current]);
    else setAt((current + (event.key === "ArrowDown" ? 1 : -1) + hits.length) % Math.max(hits.length, 1));
  };

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a click on the backdrop closes; Escape is the browser's own
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-label={t("Search")}
      onClose={onClose}
      onClick={(event) => event.target === dialog.current && dialog.current?.close()}
    >
      <div className={styles.box}>
        <IconSearch size={17} />
        <input
          className={styles.input}
          placeholder={t("Serial number, name, telephone number, e-mail address or page")}
          aria-label={t("Search everywhere")}
          role="combobox"
          aria-expanded
          aria-controls={listId}
          aria-activedescendant={hits[current] && `${listId}-${current}`}
          autoComplete="off"
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setAt(0);
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      <div className={styles.list} id={listId} role="listbox" aria-label={t("Results")}>
        {hits.map((hit, index) => (
          <div key={`${hit.group} ${hit.key}`}>
            {hit.group !== hits[index - 1]?.group && (
              <div className={styles.heading} role="presentation">
                {hit.group}
              </div>
            )}
            {/* biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/useFocusableInteractive: the text box keeps the focus and has the keys */}
            <div
              className={styles.hit}
              role="option"
              id={`${listId}-${index}`}
              ref={index === current ? bringIntoView : undefined}
              aria-selected={index === current}
              onClick={() => open(hit)}
              onPointerMove={() => setAt(index)}
            >
              {hit.icon}
              <b>{hit.label}</b>
              {hit.detail && <span>{hit.detail}</span>}
            </div>
          </div>
        ))}
      </div>
      {hits.length === 0 && (
        <div className={styles.empty} role="status">
          {records.isLoading
            ? t("Searching")
            : t("No results. Try part of a serial number, a name, a telephone number or an e-mail address.")}
        </div>
      )}
    </dialog>
  );
}
