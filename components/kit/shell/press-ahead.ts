import type { PrefetchKind } from "next/dist/client/components/router-reducer/router-reducer-types";
import { usePathname, useRouter } from "next/navigation";
import { useEffect, useRef } from "react";
import { linkOf } from "../list/row-clicks";

/** How long Next shows a page again that it was given ahead: its least `staleTimes.static`, in ms. */
const keptMs = 30_000;
// not a text
const full = "full" as PrefetchKind;

/** The link that is pressed, or that a press on its row stands for. */
const pressedLink = (event: PointerEvent) =>
  (event.target as Element).closest<HTMLAnchorElement>("a[href]") ?? linkOf(event);

/**
 * Asks for a page when its link is pressed: a tenth of a second later, when the mouse is let go, it is there or on its way.
 * Next keeps such a page for a while; one that is opened again meanwhile is shown at once, and asked for anew.
 */
export function usePressAhead() {
  const router = useRouter();
  const path = usePathname();
  const asked = useRef(new Map<string, number>());
  const isOld = useRef(false);

  useEffect(() => {
    const press = (event: PointerEvent) => {
      isOld.current = false;
      const { button, ctrlKey, metaKey, shiftKey, altKey, pointerType } = event;
      if (button !== 0 || ctrlKey || metaKey || shiftKey || altKey || pointerType === "touch") return;
      const link = pressedLink(event);
      if (!link || link.target || link.hasAttribute("download") || link.origin !== location.origin) return;
      if (link.pathname === location.pathname || link.pathname.startsWith("/api/")) return;
      const before = asked.current.get(link.href);
      if (before !== undefined && Date.now() - before < keptMs) {
        isOld.current = true;
        return;
      }
      asked.current.set(link.href, Date.now());
      router.prefetch(link.href, { kind: full });
    };
    document.addEventListener("pointerdown", press);
    return () => document.removeEventListener("pointerdown", press);
  }, [router]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each page that is come to
  useEffect(() => {
    if (!isOld.current) return;
    isOld.current = false;
    asked.current.clear();
    router.refresh();
  }, [path, router]);
}
