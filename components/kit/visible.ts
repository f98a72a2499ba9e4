import { useEffect, useState } from "react";

/** Whether the browser window shows this page. */
export function useIsVisible() {
  const [isVisible, setIsVisible] = useState(true);
  useEffect(() => {
    const look = () => setIsVisible(document.visibilityState === "visible");
    look();
    document.addEventListener("visibilitychange", look);
    return () => document.removeEventListener("visibilitychange", look);
  }, []);
  return isVisible;
}
