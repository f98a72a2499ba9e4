"use client";

import { useEffect, useState } from "react";
import { useIsVisible } from "@/components/kit/visible";
import { locale } from "@/texts/speech";
import { t } from "@/texts/t";
import styles from "./alert-desk.module.css";
import { useDesk } from "./alert-place.part";

interface Person {
  id: string;
  name: string;
}

/** Who only passes by with j and k is at no alert. */
const passedByMs = 400;
const retryMs = 10_000;

/** Who else has this alert open, while this page is looked at. */
function useOthers(alertId: string): Person[] {
  const { isStaff, where } = useDesk();
  const { companyId } = where as { companyId?: string };
  const isVisible = useIsVisible();
  const path = isStaff ? `alert-desk/${alertId}` : `fleet-alerts/${companyId}/${alertId}`;
  const [found, setFound] = useState<{ path: string; people: Person[] }>();

  useEffect(() => {
    if (!isVisible) return;
    let source: EventSource | undefined;
    const open = () => {
      source = new EventSource(`/api/live/${path}`);
      source.addEventListener("people", ({ data }: MessageEvent<string>) => {
        setFound({ path, people: JSON.parse(data) as Person[] }); // what our own live door sends
      });
      source.addEventListener("over", end);
      // A line that broke is opened again by the browser; one that was refused, such as where there is no place, by us.
      source.onerror = () => {
        if (source?.readyState === EventSource.CLOSED) timer = setTimeout(open, retryMs);
      };
    };
    let timer = setTimeout(open, passedByMs);
    function end() {
      clearTimeout(timer);
      source?.close();
      setFound(undefined);
    }
    return end;
  }, [path, isVisible]);

  return found?.path === path ? found.people : [];
}

/** Says who else has the alert open. Its line is always there, so that nothing moves when somebody comes. */
export function AlsoHere({ alertId }: { alertId: string }) {
  const others = useOthers(alertId);
  const names = new Intl.ListFormat(locale()).format(others.map(({ name }) => name));
  return (
    <p className={styles.here} role="note" aria-live="polite" aria-label={t("Who else is here")}>
      {others.length > 0 &&
        t("{count, plural, one {{names} has this alert open too} other {{names} have this alert open too}}", {
          count: others.length,
          names,
        })}
    </p>
  );
}
