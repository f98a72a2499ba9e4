import { useRouter } from "next/navigation";
import { type RefObject, useEffect } from "react";

/** What does something of its own where it is clicked. */
// not a text
const own = "a, button, input, label, select, textarea, summary, [data-cell], [contenteditable]";

// not a text
const primary = "a[data-primary]";

/** The link that a click beside it, on its row, stands for; undefined where the click means something else. */
export function linkOf(event: MouseEvent): HTMLAnchorElement | undefined {
  const target = event.target as Element;
  if (event.defaultPrevented || target.closest(own)) return undefined;
  return target.closest("tr")?.querySelector<HTMLAnchorElement>(primary) ?? undefined;
}

/** Pressed and let go so far apart, in pixels, text was dragged over. */
const dragged = 4;
const openInTab = (link: HTMLAnchorElement) => window.open(link.href, "_blank", "noopener");

const isPlain = ({ ctrlKey, metaKey, shiftKey, altKey }: MouseEvent) => !(ctrlKey || metaKey || shiftKey || altKey);

/**
 * A click anywhere on a row does what one on its link does; with Ctrl, or with the middle button, in a tab of its own. Text that
 * is dragged over is selected. The keyboard has the link itself. One listener serves all rows, for a link of Next's in
 * each of them is a good part of what drawing them takes.
 */
export function useRowClicks(body: RefObject<HTMLElement | null>) {
  const router = useRouter();
  useEffect(() => {
    const rows = body.current;
    if (!rows) return;
    let pressed = { x: 0, y: 0 };
    const click = (event: MouseEvent) => {
      const pressedLink = (event.target as Element).closest<HTMLAnchorElement>(primary);
      if (pressedLink && !event.defaultPrevented && isPlain(event)) {
        event.preventDefault();
        return router.push(pressedLink.href);
      }
      const link = linkOf(event);
      if (!link || Math.hypot(event.clientX - pressed.x, event.clientY - pressed.y) > dragged) return;
      if (event.ctrlKey || event.metaKey || event.shiftKey) openInTab(link);
      else link.click();
    };
    const middle = (event: MouseEvent) => {
      const link = event.button === 1 ? linkOf(event) : undefined;
      if (link) openInTab(link);
    };
    // Pressed without a link under it, the middle button would begin to scroll.
    const press = (event: MouseEvent) => {
      pressed = { x: event.clientX, y: event.clientY };
      if (event.button === 1 && linkOf(event)) event.preventDefault();
    };
    rows.addEventListener("click", click);
    rows.addEventListener("auxclick", middle);
    rows.addEventListener("mousedown", press);
    return () => {
      rows.removeEventListener("click", click);
      rows.removeEventListener("auxclick", middle);
      rows.removeEventListener("mousedown", press);
    };
  }, [body, router]);
}
