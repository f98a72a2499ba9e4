"use client";

import { Button } from "@mantine/core";
import { useEffect, useState } from "react";
import { trpc } from "../trpc";
import { useViewer } from "../viewer";
import styles from "./acting-banner.module.css";

const clock = (seconds: number) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;

/** Seconds until `at`, once a second; null until it is known. */
function useSecondsUntil(at: string | undefined) {
  const [now, setNow] = useState<number>();
  useEffect(() => {
    const tick = () => setNow(Date.now());
    tick();
    const timer = setInterval(tick, 1000);
    return () => clearInterval(timer);
  }, []);
  return at && now ? Math.max(0, Math.ceil((Date.parse(at) - now) / 1000)) : null;
}

/** Under switch-to: as whom, for how long, and the one click back. When the hour is over it goes back by itself. */
export function ActingBanner() {
  const { label } = useViewer();
  const acting = trpc.profile.me.useQuery({}).data?.acting;
  const end = trpc.switchTo.end.useMutation({ onSettled: () => window.location.assign("/") });
  const left = useSecondsUntil(acting?.expiresAt);
  useEffect(() => {
    if (left === 0) window.location.assign("/");
  }, [left]);
  return (
    <span className={styles.banner}>
      <span>
        You act as <strong>{label}</strong>
        {left !== null && (
          <>
            {" for "}
            <time>{clock(left)}</time>
          </>
        )}
        . Everything you change is recorded under both names.
      </span>
      <Button size="compact-sm" variant="white" color="dark" loading={end.isPending} onClick={() => end.mutate({})}>
        Go back
      </Button>
    </span>
  );
}
