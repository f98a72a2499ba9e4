"use client";

import { Button } from "@mantine/core";
import { useEffect, useState } from "react";
import { members } from "@/app/(backoffice)/(people)/switch-to/member.resource";
import { trpc } from "@/components/kit/trpc";
import { useViewer } from "@/components/kit/viewer";
import { Hidden } from "@/components/ui/value";
import { Rich } from "@/texts/rich";
import { t } from "@/texts/t";
import styles from "./acting-banner.module.css";

const clock = (seconds: number) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
const soonSeconds = 300;

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

/**
 * Under switch-to: who acts as whom, for how long, and the one click back. When the hour is over it goes back by itself;
 * should the page stay, what it asks is refused, for the browser is its owner's again.
 */
export function ActingBanner() {
  const { label } = useViewer();
  const acting = trpc.profile.me.useQuery({}).data?.acting;
  const end = trpc.switchTo.end.useMutation({
    meta: { leavesPage: true },
    onSettled: () => window.location.assign("/"),
  });
  const left = useSecondsUntil(acting?.expiresAt);
  const isSoon = left !== null && left <= soonSeconds;
  useEffect(() => {
    if (left === 0) window.location.assign(`${members.record(acting?.userCompanyId ?? "")}?over=1`);
  }, [left, acting?.userCompanyId]);
  return (
    <section className={styles.banner} data-soon={isSoon || undefined} aria-label={t("Acting as a member")}>
      <span>
        <Rich
          text="{actor} acting as <strong>{label}</strong>. Everything you change is recorded under both names."
          values={{ actor: acting ? `${acting.firstName} ${acting.lastName}` : "…", label }}
          parts={{ strong: (words) => <strong>{words}</strong> }}
        />
      </span>
      {left !== null && (
        <time className={styles.clock} title={t("Time until you are yourself again")}>
          {clock(left)}
        </time>
      )}
      <span role="status">
        <Hidden>{isSoon ? t("Less than five minutes left") : ""}</Hidden>
      </span>
      <Button size="compact-sm" variant="white" color="dark" loading={end.isPending} onClick={() => end.mutate({})}>
        {t("Switch back")}
      </Button>
    </section>
  );
}
