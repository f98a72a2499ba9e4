"use client";

import { useRef } from "react";
import { messageOf, problemOf } from "@/components/kit/problem";
import { notify } from "@/components/ui/notice";
import { mayFollow } from "@/server/devices/alert-desk/alert-desk.rules";
import { etagOf } from "@/server/kit/value/etag.rules";
import { t } from "@/texts/t";
import { type Deed, done, standing } from "./alert-action.words";
import { type DeskAlert, useDesk } from "./alert-place.part";

/**
 * Does something to alerts at once, says so, and offers for ten seconds to take it back. What a colleague did first is told.
 * @param show opens an alert
 * @param back what happens to one that was taken back; where not said it is opened
 */
export function useDeskActions(show: (id: string) => void, back = show) {
  const { api, cache, where } = useDesk();
  const { acknowledge, assign, snooze, close, reopen, undo } = api;
  const [acknowledged, assigned, snoozed] = [acknowledge.useMutation(), assign.useMutation(), snooze.useMutation()];
  const [closed, reopened, undone] = [close.useMutation(), reopen.useMutation(), undo.useMutation()];

  /** What one's own actions made of alerts, which the queue may not show yet: that is no colleague's change. */
  const own = useRef(new Map<string, number>());

  function send({ id, version: seen }: DeskAlert, deed: Deed): Promise<DeskAlert> {
    const version = Math.max(seen, own.current.get(id) ?? 0);
    const of = { ...where, id, ifMatch: etagOf({ version }) };
    if (deed.action === "assign") return assigned.mutateAsync({ ...of, userId: deed.userId });
    if (deed.action === "snooze") return snoozed.mutateAsync({ ...of, until: deed.until });
    if (deed.action === "close") return closed.mutateAsync({ ...of, reason: deed.reason, note: deed.note });
    return (deed.action === "acknowledge" ? acknowledged : reopened).mutateAsync(of);
  }

  /** Says why nothing was stored, and after a colleague's change what changed. */
  async function sayRefused(alert: DeskAlert, error: unknown) {
    const action = { title: t("Show"), run: () => show(alert.id) };
    if (![412, 422].includes(problemOf(error)?.status ?? 0)) return notify(messageOf(error), { tone: "bad", action });
    const now = await cache.get.fetch({ ...where, id: alert.id }, { staleTime: 0 }).catch(() => undefined);
    const changed = t("{name} changed meanwhile, nothing was stored.", { name: alert.alert.name });
    notify(now ? `${changed} ${standing(now)}` : messageOf(error), { tone: "warn", action });
  }

  async function takeBack(alerts: readonly DeskAlert[]) {
    for (const alert of alerts)
      await undone
        .mutateAsync({ ...where, id: alert.id, ifMatch: etagOf(alert) })
        .catch((error: unknown) => sayRefused(alert, error));
    await cache.invalidate();
    const [first] = alerts;
    if (first) back(first.id);
  }

  return async (alerts: readonly DeskAlert[], deed: Deed) => {
    const able = alerts.filter(({ deskStatus }) => mayFollow(deed.action, deskStatus));
    const [first] = alerts;
    if (able.length === 0 && first) return notify(standing(first), { tone: "warn" });
    const stored: DeskAlert[] = [];
    for (const alert of able)
      await send(alert, deed).then(
        (after) => {
          stored.push(after);
          own.current.set(after.id, after.version);
        },
        (error: unknown) => sayRefused(alert, error),
      );
    const name = stored[0]?.alert.name ?? "";
    if (stored.length > 0)
      notify(t(done[deed.action], { count: stored.length, name }), {
        action: { title: t("Undo"), run: () => takeBack(stored) },
      });
    await cache.invalidate();
  };
}
