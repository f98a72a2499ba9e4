"use client";

import { usePathname } from "next/navigation";
import { createContext, type ReactNode, useContext, useMemo } from "react";
import type { AreaEntry, ScreenEntry } from "./screen";

interface Screens {
  groups: readonly (readonly AreaEntry[])[];
  areas: readonly AreaEntry[];
  screens: readonly ScreenEntry[];
  home: string;
  counts: Readonly<Record<string, ReactNode>>;
}

const ScreensContext = createContext<Screens>({ groups: [], areas: [], screens: [], home: "/", counts: {} });

interface Props {
  /** the areas of the rail that the person may see */
  groups: Screens["groups"];
  /** the address of the first page, which all others of a workspace may stand below */
  home?: string;
  /** what stands beside the way to a page in the rail, such as how much there is to do, by its address */
  counts?: Screens["counts"];
  children: ReactNode;
}

const none: Screens["counts"] = {};

/** Gives its pages the screens that the person may see, which its layout picked on the server. */
export function ScreensProvider({ groups, home = "/", counts = none, children }: Props) {
  const value = useMemo(() => {
    const areas = groups.flat();
    const screens = areas.flatMap(({ pages, others }) => [...pages, ...others]);
    return { groups, areas, screens, home, counts };
  }, [groups, home, counts]);
  return <ScreensContext value={value}>{children}</ScreensContext>;
}

/** The areas of the rail, in its order, with what belongs together in one list. */
export const useAreaGroups = () => useContext(ScreensContext).groups;

/** The screens that the person may see, in the order of the rail. */
export const useScreens = () => useContext(ScreensContext).screens;

/** The address of the first page. */
export const useHome = () => useContext(ScreensContext).home;

/** What stands beside the way to one of these pages in the rail. */
export function useCountAt(): (pages: readonly ScreenEntry[]) => ReactNode {
  const { counts } = useContext(ScreensContext);
  return (pages) => pages.map(({ at }) => counts[at]).find((count) => count !== undefined);
}

/** The area that holds a screen. */
export function useAreaOf(): (screen: ScreenEntry | undefined) => AreaEntry | undefined {
  const { areas } = useContext(ScreensContext);
  return (screen) => areas.find(({ pages, others }) => screen && (pages.includes(screen) || others.includes(screen)));
}

/** The screen that this page belongs to: the one whose address it begins with, the longest of them. */
export function useScreen(): ScreenEntry | undefined {
  const path = usePathname();
  const { screens, home } = useContext(ScreensContext);
  return screens
    .filter(({ at, isUnlisted }) => !isUnlisted && (path === at || (at !== home && path.startsWith(`${at}/`))))
    .sort((one, other) => other.at.length - one.at.length)[0];
}
