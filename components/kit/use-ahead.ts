import { useEffect } from "react";
import { type lazyParts, loadAhead, type WhenIdle } from "./ahead.rules";

/** After the page's own scripts, pictures and styles; Safari does not say when it is idle. */
const whenIdle: WhenIdle = (run) => {
  let callOff = () => window.removeEventListener("load", wait);
  function wait() {
    if (typeof window.requestIdleCallback === "function") {
      const id = window.requestIdleCallback(run);
      callOff = () => window.cancelIdleCallback(id);
    } else {
      const id = window.setTimeout(run, 500);
      callOff = () => window.clearTimeout(id);
    }
  }
  if (document.readyState === "complete") wait();
  else window.addEventListener("load", wait, { once: true });
  return () => callOff();
};

/**
 * Loads what a first click here may open, such as a form or a tab, while nobody waits for it. The page's first load is
 * not larger for it, and the click opens at once.
 * @param parts the `ahead` of `lazyParts`
 */
export const useAhead = (parts: ReturnType<typeof lazyParts>["ahead"]) =>
  useEffect(() => loadAhead(parts, whenIdle), [parts]);
