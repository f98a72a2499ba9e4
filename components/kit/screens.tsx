"use client";

import { usePathname } from "next/navigation";
import { createContext, type ReactNode, useContext } from "react";
import type { ScreenEntry } from "./screen";

const ScreensContext = createContext<{ screens: readonly ScreenEntry[]; home: string }>({ screens: [], home: "/" });

interface Props {
  screens: readonly ScreenEntry[];
  /** the address of the first page, which all others of a workspace may stand below */
  home?: string;
  children: ReactNode;
}

/** Gives its pages the screens that the person may see, which its layout picked on the server. */
export const ScreensProvider = ({ screens, home = "/", children }: Props) => (
  <ScreensContext value={{ screens, home }}>{children}</ScreensContext>
);

/** The screens that the person may see, in the order of the rail. */
export const useScreens = () => useContext(ScreensContext).screens;

/** The address of the first page. */
export const useHome = () => useContext(ScreensContext).home;

/** The screen that this page belongs to: the one whose address it begins with, the longest of them. */
export function useScreen(): ScreenEntry | undefined {
  const path = usePathname();
  const { screens, home } = useContext(ScreensContext);
  return screens
    .filter(({ at, isUnlisted }) => !isUnlisted && (path === at || (at !== home && path.startsWith(`${at}/`))))
    .sort((one, other) => other.at.length - one.at.length)[0];
}
