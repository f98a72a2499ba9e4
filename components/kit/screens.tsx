"use client";

import { usePathname } from "next/navigation";
import { createContext, type ReactNode, useContext } from "react";
import type { ScreenEntry } from "./screen";

const ScreensContext = createContext<readonly ScreenEntry[]>([]);

/** Gives its pages the screens that the person may see, which its layout picked on the server. */
export const ScreensProvider = ({ screens, children }: { screens: readonly ScreenEntry[]; children: ReactNode }) => (
  <ScreensContext value={screens}>{children}</ScreensContext>
);

/** The screens that the person may see, in the order of the rail. */
export const useScreens = () => useContext(ScreensContext);

/** The screen that this page belongs to: the one whose address it begins with, the longest of them. */
export function useScreen(): ScreenEntry | undefined {
  const path = usePathname();
  return useScreens()
    .filter(({ at, isUnlisted }) => !isUnlisted && (path === at || (at !== "/" && path.startsWith(`${at}/`))))
    .sort((one, other) => other.at.length - one.at.length)[0];
}
