import type { PrefetchKind } from "next/dist/client/components/router-reducer/router-reducer-types";
import { usePathname, useRouter } from "next/navigation";
import { useEffect, useRef } from "react";
import { linkOf } from "../list/row-clicks";

/** Next shows a page that it was given ahead for 30 seconds, its least `staleTimes.static`; with what the answer took, in ms. */
const keptMs = 40_000;
// not a text
const full = "full" as PrefetchKind;

/** The link that is pressed, or that a press on its row stands for. */
const pressedLink = (event: PointerEvent) =>
  (event.target as Element).closest<HTMLAnchorElement>("a[href]") ?? linkOf(event);

/**
 * Asks for a page when its link is pressed: a tenth of a second later, when the mouse is let go, it is there or on its way.
 * Next keeps such a page for a while; whoever comes to it again meanwhile, by mouse or keys, sees it at once, and it is asked
 * for anew.
 */
export function usePressAhead() {
  const router = useRouter();
  const path = usePathname();
  /** when each page was asked for, by its address */
  const asked = useRef(new Map<string, number>());
  /** the page that was asked for by the press that is under way */
  const fresh = useRef<string>(undefined);
  const isBack = useRef(false);

  useEffect(() => {
    const isKept = (href: string) => Date.now() - (asked.current.get(href) ?? 0) < keptMs;
    const press = (event: PointerEvent) => {
      fresh.current = undefined;
      isBack.current = false;
      const { button, ctrlKey, metaKey, shiftKey, altKey, pointerType } = event;
      if (button !== 0 || ctrlKey || metaKey || shiftKey || altKey || pointerType === "touch") return;
      const link = pressedLink(event);
      if (!link || link.target || link.hasAttribute("download") || link.origin !== location.origin) return;
      if (link.pathname === location.pathname || link.pathname.startsWith("/api/") || isKept(link.href)) return;
      asked.current.set(link.href, Date.now());
      fresh.current = link.href;
      router.prefetch(link.href, { kind: full });
    };
    const key = () => {
      fresh.current = undefined;
      isBack.current = false;
    };
    // Back shows what was there, as it did before.
    const back = () => {
      isBack.current = true;
    };
    document.addEventListener("pointerdown", press);
    document.addEventListener("keydown", key, true);
    window.addEventListener("popstate", back);
    return () => {
      document.removeEventListener("pointerdown", press);
      document.removeEventListener("keydown", key, true);
      window.removeEventListener("popstate", back);
    };
  }, [router]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each page that is come to
  useEffect(() => {
    const { href } = location;
    const isOld = href !== fresh.current && Date.now() - (asked.current.get(href) ?? 0) < keptMs;
    fresh.current = undefined;
    if (!isOld || isBack.current) return;
    router.refresh();
  }, [path, router]);
}
