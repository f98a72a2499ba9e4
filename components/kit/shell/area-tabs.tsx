"use client";

import { usePathname } from "next/navigation";
import { InnerLink } from "@/components/ui/inner-link";
import { useListHref } from "../list/place";
import type { ScreenEntry } from "../screen";
import { useAreaOf, useScreen } from "../screens";
import styles from "./area-tabs.module.css";

/** On a phone the open tab may lie beyond the edge. */
const bringIntoView = (tab: HTMLElement | null) => tab?.scrollIntoView({ block: "nearest", inline: "nearest" });

function AreaTab({ page: { at, heading }, isHere }: { page: ScreenEntry; isHere: boolean }) {
  return (
    <InnerLink
      href={useListHref(at, isHere)}
      ref={isHere ? bringIntoView : undefined}
      className={styles.tab}
      aria-current={isHere ? "page" : undefined}
    >
      {heading}
    </InnerLink>
  );
}

/** The pages of the area that is open, above each of them; not above a record or a form, nor where there is one page only. */
export function AreaTabs() {
  const path = usePathname();
  const screen = useScreen();
  const area = useAreaOf()(screen);
  if (!area || area.pages.length < 2 || screen?.at !== path) return null;
  return (
    <nav className={styles.tabs} aria-label={area.heading}>
      {area.pages.map((page) => (
        <AreaTab key={page.at} page={page} isHere={page === screen} />
      ))}
    </nav>
  );
}
