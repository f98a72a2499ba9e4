"use client";

import { ActionIcon } from "@mantine/core";
import { IconArrowLeft } from "@tabler/icons-react";
import Link from "next/link";
import { usePathname, useSearchParams } from "next/navigation";
import { type MouseEvent, useEffect, useMemo, useRef, useState } from "react";
import { useStanding } from "@/components/kit/allowed";
import { Answer } from "@/components/kit/answer";
import { useKeys } from "@/components/kit/keys";
import { listOf } from "@/components/kit/list/definition";
import { ListFoot } from "@/components/kit/list/foot";
import { useListKeys } from "@/components/kit/list/list-keys";
import { ListToolbar } from "@/components/kit/list/list-toolbar";
import { EmptyState, ErrorState } from "@/components/kit/list/states";
import toolbar from "@/components/kit/list/toolbar.module.css";
import { rowsOf, useList } from "@/components/kit/list/use-list";
import { ScreenHeader } from "@/components/kit/page-header";
import { useViewer } from "@/components/kit/viewer";
import { Hidden } from "@/components/ui/value";
import { type DeskAction, mayFollow, mostCounted } from "@/server/devices/alert-desk/alert-desk.rules";
import { formatted } from "@/server/kit/value/count.rules";
import { t } from "@/texts/t";
import { useDeskActions } from "./alert-action.hook";
import type { Deed } from "./alert-action.words";
import { useActOnAll } from "./alert-all.hook";
import { AssignDialog, CloseDialog, SnoozeDialog } from "./alert-ask.part";
import styles from "./alert-desk.module.css";
import { AlsoHere } from "./alert-others.part";
import { type DeskAlert, type DeskPlace, DeskProvider, useDesk } from "./alert-place.part";
import { DeskState, Due } from "./alert-state.words";
import { type DeskView, deskViews, fixedOf, viewIn } from "./alert-views.words";
import { AlertHead, AlertWork, DeskActions } from "./alert-work.part";

/** Of many overdue alerts staff hear only that there are more than were counted. */
const countOf = (view: string, count: number, isStaff: boolean) =>
  view === "overdue" && isStaff && count > mostCounted ? `${formatted(mostCounted)}+` : formatted(count);

/** The views of the queue, each with how many alerts stand in it. */
function Views({ view }: { view: DeskView }) {
  const { api, where, at, isStaff } = useDesk();
  const counts: Partial<Record<string, number>> | undefined = api.counts.useQuery({ ...where }).data;
  return (
    <nav className={styles.views} aria-label={t("Views of the queue")}>
      {Object.entries(deskViews).map(([name, label]) => (
        <Link
          key={name}
          href={name === "all" ? at : `${at}?view=${name}`}
          prefetch={false}
          aria-current={name === view ? "page" : undefined}
        >
          {t(label)}
          {counts?.[name] !== undefined && <b>{countOf(name, counts[name], isStaff)}</b>}
        </Link>
      ))}
    </nav>
  );
}

interface RowProps {
  alert: DeskAlert;
  href: string;
  isHere: boolean;
  isChosen: boolean;
  open: (id: string) => void;
}

function QueueRow({ alert, href, isHere, isChosen, open }: RowProps) {
  const onClick = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    open(alert.id);
  };
  return (
    <li>
      <a
        href={href}
        className={styles.row}
        aria-current={isHere ? "true" : undefined}
        data-chosen={isChosen || undefined}
        onClick={onClick}
      >
        <span className={styles.dot} style={{ background: alert.alert.levelAlert.color }} aria-hidden />
        <span className={styles.name}>{alert.alert.name}</span>
        <Due alert={alert} />
        <span className={styles.about}>
          <Hidden>{alert.alert.levelAlert.name}, </Hidden>
          {[alert.pers.nuSerialPersNumber, alert.company?.name, alert.assignee?.name].filter(Boolean).join(" · ")}
        </span>
        <DeskState status={alert.deskStatus} />
        {isChosen && <Hidden>{t("Selected")}</Hidden>}
      </a>
    </li>
  );
}

/** Asks again now and then, and not while the pointer is on the queue: nothing moves under it. */
function useFresh(queue: { current: HTMLElement | null }) {
  const { cache } = useDesk();
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.hidden || queue.current?.matches(":hover")) return;
      void cache.invalidate();
    }, 15_000);
    return () => clearInterval(timer);
  }, [cache, queue]);
}

/** The desk: the queue at the left, one alert at the right, both at one address. */
export const AlertDesk = ({ of }: { of: DeskPlace }) => (
  <DeskProvider place={of}>
    <Desk />
  </DeskProvider>
);

const filters = {
  staff: [
    "search",
    { name: "levelAlertId", can: ["anyOf", "noneOf"] },
    { name: "alertId", can: ["anyOf", "noneOf"] },
    { name: "modelPERSId", can: ["anyOf", "noneOf"] },
    { name: "firmwareVersionId", can: ["anyOf", "noneOf"] },
    "companyId",
  ],
  company: ["search"],
} as const;

function Desk() {
  const { of, api, where, at, write, isStaff } = useDesk();
  const path = usePathname();
  const address = useSearchParams();
  const view = viewIn(address.get("view"));
  const { id: me } = useViewer();
  const mayWrite = useStanding()(write).isHeld;
  const [list] = useState(() =>
    listOf(of, {
      columns: ["alert.name", "pers.nuSerialPersNumber"],
      filters: filters[isStaff ? "staff" : "company"],
    }),
  );
  const fixed = useMemo(() => fixedOf(view, isStaff), [view, isStaff]);
  const shown = useList(list, { store: "url", ...fixed });
  const rows = useMemo(() => rowsOf(of, shown) ?? [], [of, shown]);
  const id = path.startsWith(`${at}/`) ? path.slice(at.length + 1) : undefined;
  const query = api.get.useQuery(
    { ...where, id: id ?? "" },
    { enabled: id !== undefined, placeholderData: (was) => was },
  );
  const alert: DeskAlert | undefined = id
    ? query.data?.id === id
      ? query.data
      : rows.find((row) => row.id === id)
    : undefined;
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [isAll, setIsAll] = useState(false);
  const [asking, setAsking] = useState<"snooze" | "close" | "assign">();
  const queue = useRef<HTMLDivElement>(null);
  useFresh(queue);

  const search = address.size > 0 ? `?${address}` : "";
  const hrefOf = (id: string) => `${at}/${id}${search}`;
  /** From the queue alone to an alert and back goes by the history; from one alert to the next does not fill it. */
  const open = (next: string) => window.history[id ? "replaceState" : "pushState"](null, "", hrefOf(next));
  const act = useDeskActions(open);
  const onAll = useActOnAll(shown.filters);

  const move = (by: number) => {
    const at = rows.findIndex((row) => row.id === id);
    const next = rows[at < 0 ? 0 : Math.min(Math.max(at + by, 0), rows.length - 1)];
    if (next) open(next.id);
  };
  const targets = chosen.size > 0 ? rows.filter((row) => chosen.has(row.id)) : alert ? [alert] : [];

  const clear = () => {
    setChosen(new Set());
    setIsAll(false);
  };

  /** In which version one acted on alerts: where the queue still shows that, it is not the next one. */
  const dealtWith = useRef(new Map<string, number>());

  /** The next alert opens at once; what is stored shows when it is. */
  const does = (deed: Deed) => {
    setAsking(undefined);
    clear();
    if (isAll) return void onAll.ask(deed);
    const last = Math.max(...targets.map((target) => rows.findIndex((row) => row.id === target.id)));
    const isPossible = targets.some(({ deskStatus }) => mayFollow(deed.action, deskStatus));
    if (isPossible) for (const { id, version } of targets) dealtWith.current.set(id, version);
    const isLeft = ({ id, version }: DeskAlert) => dealtWith.current.get(id) !== version;
    const next = rows.slice(last + 1).find(isLeft) ?? rows.slice(0, last + 1).findLast(isLeft);
    if (next && last >= 0 && isPossible) open(next.id);
    void act(targets, deed);
  };
  const start = (action: DeskAction) => {
    if (targets.length === 0) return;
    if (action === "acknowledge" || action === "reopen") does({ action });
    else setAsking(action);
  };
  const takeOrLeave = () =>
    does({ action: "assign", userId: targets.every((one) => one.assignee?.id === me) ? null : me });

  useListKeys({
    search: () => queue.current?.querySelector<HTMLElement>("search input")?.focus(),
    move,
    choose: () => {
      if (!id) return;
      const next = new Set(chosen);
      if (!next.delete(id)) next.add(id);
      setChosen(next);
      move(1);
    },
    clear,
  });
  const isAtHand = mayWrite && targets.length > 0;
  useKeys(t("On the alert"), [
    isAtHand && { key: "a", does: t("Acknowledge"), run: () => start("acknowledge") },
    isAtHand && { key: "m", does: t("Take or hand back"), run: takeOrLeave },
    isAtHand && { key: "s", does: t("Snooze"), run: () => start("snooze") },
    isAtHand && { key: "c", does: t("Close"), run: () => start("close") },
    isAtHand && { key: "r", does: t("Reopen"), run: () => start("reopen") },
  ]);
  useEffect(() => {
    if (id) queue.current?.querySelector("[aria-current='true']")?.scrollIntoView({ block: "nearest" });
  }, [id]);

  const dialog = { onDone: does, onClose: () => setAsking(undefined) };
  return (
    <div className={styles.desk} data-open={id ? true : undefined}>
      <ScreenHeader of={of} />
      <Views view={view} />
      <div className={styles.sides}>
        <div ref={queue} className={styles.queue}>
          <div className={toolbar.toolbar}>
            <ListToolbar view={shown} />
          </div>
          {chosen.size > 0 && (
            <p className={styles.chosen}>
              {t("{count, plural, one {# alert selected} other {# alerts selected}}", {
                count: isAll ? (shown.total ?? 0) : chosen.size,
              })}{" "}
              {!isAll && shown.total !== undefined && shown.total > chosen.size && (
                <button type="button" onClick={() => setIsAll(true)}>
                  {t("Select all {count}", { count: formatted(shown.total) })}
                </button>
              )}
            </p>
          )}
          {shown.error && rows.length === 0 ? (
            <ErrorState what={t("Alerts")} error={shown.error} retry={shown.retry} />
          ) : shown.rows?.length === 0 ? (
            <EmptyState title={t("Nothing to do here")}>{t("No alerts match this view and its filters.")}</EmptyState>
          ) : (
            <ul className={styles.rows} aria-label={t("Alerts")}>
              {rows.map((row) => (
                <QueueRow
                  key={row.id}
                  alert={row}
                  href={hrefOf(row.id)}
                  isHere={row.id === id}
                  isChosen={chosen.has(row.id)}
                  open={open}
                />
              ))}
            </ul>
          )}
          <ListFoot
            state={shown.state}
            shown={rows.length}
            total={shown.total}
            hasMore={shown.hasMore}
            change={shown.change}
          />
        </div>
        <section className={styles.work} aria-label={t("Alert")}>
          {id && (
            <ActionIcon
              className={styles.back}
              variant="default"
              aria-label={t("Back to the queue")}
              onClick={() => window.history.pushState(null, "", `${at}${search}`)}
            >
              <IconArrowLeft size={16} />
            </ActionIcon>
          )}
          {id ? (
            <Answer of={{ data: alert, error: query.error, refetch: query.refetch }}>
              {(alert) => (
                <>
                  <AlertHead alert={alert} />
                  <DeskActions alert={alert} act={start} takeOrLeave={takeOrLeave} />
                  <AlsoHere alertId={alert.id} />
                  <AlertWork alert={alert} hrefOf={hrefOf} />
                </>
              )}
            </Answer>
          ) : (
            <p className={styles.quiet}>{t("Choose an alert, or press j.")}</p>
          )}
        </section>
      </div>
      {onAll.question}
      {asking === "snooze" && <SnoozeDialog {...dialog} />}
      {asking === "close" && <CloseDialog {...dialog} />}
      {asking === "assign" && <AssignDialog {...dialog} />}
    </div>
  );
}
