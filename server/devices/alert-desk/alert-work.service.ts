import { and, desc, eq, type SQLWrapper, sql } from "drizzle-orm";
import { auditLog, type persAlertCompanyDesks } from "@/db/schema";
import { inTransaction, type KnownCtx } from "@/server/kit/call/context";
import { broken } from "@/server/kit/call/errors";
import { audit, type Changes, diff } from "@/server/kit/record/audit";
import { tellWebhooks, untellWebhooks, type WebhookEvent } from "@/server/kit/record/webhook-events";
import { t } from "@/texts/t";
import { readingsAround } from "../iot/iot-around.service";
import {
  type CloseReason,
  type DeskAction,
  deskActions,
  deskStatusWords,
  isSnooze,
  mayFollow,
  restedIn,
  statusAt,
  undoFor,
} from "./alert-desk.rules";

type Desk = typeof persAlertCompanyDesks.$inferSelect;

/** How the work of one party on an alert stands, as it is stored. */
export type Work = Pick<
  Desk,
  | "id"
  | "deskStatus"
  | "assigneeId"
  | "snoozedUntil"
  | "closeReason"
  | "closeNote"
  | "acknowledgedAt"
  | "closedAt"
  | "closedById"
  | "version"
>;

export type WorkValues = Partial<Omit<Work, "id" | "version">>;

interface Alert {
  id: string;
  persId: string;
  startedAt: string;
  value: unknown;
  alertId: string;
  alert: { alertLabel: string; field: string | null };
  pers: { nuSerialPersNumber: string };
}

/** The desk of one party: where its work stands, and who may do it. */
export interface Party<A extends Alert, W extends Work> {
  /** what its changes are called in the trail */
  audited: string;
  /** 404 where the alert is out of reach */
  get: (ctx: KnownCtx, alertId: string) => Promise<A>;
  /** the work on an alert, locked; @throws AppError 404, 412 */
  lock: (ctx: KnownCtx, alertId: string, ifMatch: string | undefined) => Promise<W>;
  write: (ctx: KnownCtx, before: W, values: WorkValues) => Promise<void>;
  /** who may have it, by name */
  colleagues: (ctx: KnownCtx) => Promise<{ id: string; name: string }[]>;
}

/** The person who acts; keys and jobs are nobody. */
export const selfOf = ({ actor }: KnownCtx) => (actor.kind === "user" ? (actor.actingId ?? actor.id) : null);

export const nobody = "00000000-0000-0000-0000-000000000000";
/** With "me" as the caller's own id. */
export const asked = <R extends { assigneeId?: string }>(ctx: KnownCtx, request: R): R =>
  request.assigneeId === "me" ? { ...request, assigneeId: selfOf(ctx) ?? nobody } : request;

type StatusColumns = Record<"deskStatus" | "snoozedUntil" | "acknowledgedAt", SQLWrapper>;

/** The state now, as `statusAt` judges it: nothing has to run for a snooze to end. */
export const statusNow = ({ deskStatus, snoozedUntil, acknowledgedAt }: StatusColumns) => sql<Work["deskStatus"]>`
  (case when ${deskStatus} = 'snoozed' and ${snoozedUntil} <= now()
    then case when ${acknowledgedAt} is null then 'new' else 'acknowledged' end else ${deskStatus} end)`;

/** As it reads now: a snooze that is over is none. */
export const workNow = <W extends Work>(work: W): W => {
  const deskStatus = statusAt(work, Date.now());
  return { ...work, deskStatus, snoozedUntil: deskStatus === "snoozed" ? work.snoozedUntil : null };
};

interface Of {
  id: string;
  ifMatch?: string;
}

const now = () => new Date().toISOString();

/** @throws AppError 422 for a moment too near or too far */
export function assertSnooze(until: string) {
  if (!isSnooze(until, Date.now())) throw broken("until", "Choose a time from one minute to thirty days ahead.");
}

/** What is told of an action is taken back with it. */
const told = ({ id, version }: Pick<Work, "id" | "version">) => `desk ${id} ${version}`;

/** Tells webhooks of the party what was done, once it cannot be taken back any more. */
async function tell(ctx: KnownCtx, action: string, alert: Alert, work: Work) {
  const { id: persAlertId, persId, alertId } = alert;
  const companyId = ctx.company?.id ?? null;
  const data = { persAlertId, persId, alertId, companyId };
  const { acknowledgedAt, assigneeId, closeReason, closedAt } = work;
  const whose = { companyIds: companyId === null ? undefined : [companyId] };
  const events: WebhookEvent[] = [];
  if (action === "acknowledge" && acknowledgedAt)
    events.push({ ...whose, event: "pers-alert.acknowledged", data: { ...data, acknowledgedAt } });
  if (action === "assign") events.push({ ...whose, event: "pers-alert.assigned", data: { ...data, assigneeId } });
  if (action === "close" && closeReason && closedAt)
    events.push({ ...whose, event: "pers-alert.closed-by-hand", data: { ...data, closeReason, closedAt } });
  const after = { id: work.id, version: work.version + 1 };
  await tellWebhooks(ctx, events, { seconds: undoFor / 1000, key: told(after) });
}

/** What a party does with alerts (ADR 136). When an alert is over is its rule's, and never written here. */
export function workService<A extends Alert, W extends Work>(party: Party<A, W>) {
  /** Writes what changes of locked work, with its audit row; the alert as it is now. */
  async function write(ctx: KnownCtx, alertId: string, before: W, values: WorkValues, action: string): Promise<A> {
    const changes: Changes = diff(before, { ...before, ...values });
    const isChanged = Object.keys(changes).length > 0;
    if (isChanged) await party.write(ctx, before, values);
    const after = await party.get(ctx, alertId);
    const objectLabel = `${after.alert.alertLabel}, ${after.pers.nuSerialPersNumber}`;
    if (isChanged) {
      await audit(ctx, { objectType: party.audited, objectId: before.id, objectLabel, action, changes });
      await tell(ctx, action, after, { ...before, ...values });
    }
    return after;
  }

  /** One action on one alert: its version, its state, what it writes. @throws AppError 404, 412, 422 in another state */
  const act = (
    ctx: KnownCtx,
    action: DeskAction,
    { id, ifMatch }: Of,
    work: (ctx: KnownCtx, before: W) => WorkValues | Promise<WorkValues>,
  ) =>
    inTransaction(ctx, async (ctx) => {
      const before = await party.lock(ctx, id, ifMatch);
      const standing = workNow(before);
      if (!mayFollow(action, standing.deskStatus))
        throw broken(
          "deskStatus",
          t("The alert is in the state “{status}”, in which this cannot be done. Reload to see how it stands.", {
            status: t(deskStatusWords[standing.deskStatus]),
          }),
        );
      // A snooze that is over counts as none, also for when the alert is due.
      const { deskStatus, snoozedUntil } = standing;
      return write(ctx, id, before, { deskStatus, snoozedUntil, ...(await work(ctx, standing)) }, action);
    });

  /** @throws AppError 422 for who may not work on alerts */
  async function assertColleague(ctx: KnownCtx, userId: string | null) {
    if (userId !== null && !(await party.colleagues(ctx)).some(({ id }) => id === userId))
      throw broken("userId", "This person may not work on alerts. Choose somebody who may.");
  }

  return {
    assertColleague,

    acknowledge: (ctx: KnownCtx, of: Of) =>
      act(ctx, "acknowledge", of, (_, { acknowledgedAt }) => ({
        deskStatus: "acknowledged",
        acknowledgedAt: acknowledgedAt ?? now(),
        snoozedUntil: null,
      })),

    /** @throws AppError 422 for who may not work on alerts */
    assign: (ctx: KnownCtx, { userId, ...of }: Of & { userId: string | null }) =>
      act(ctx, "assign", of, async (ctx) => {
        await assertColleague(ctx, userId);
        return { assigneeId: userId };
      }),

    snooze: (ctx: KnownCtx, { until, ...of }: Of & { until: string }) =>
      act(ctx, "snooze", of, () => {
        assertSnooze(until);
        return { deskStatus: "snoozed", snoozedUntil: until };
      }),

    close: (ctx: KnownCtx, { reason, note, ...of }: Of & { reason: CloseReason; note?: string | null }) =>
      act(ctx, "close", of, (ctx) => ({
        deskStatus: "closed",
        snoozedUntil: null,
        closeReason: reason,
        closeNote: note ?? null,
        closedAt: now(),
        closedById: selfOf(ctx),
      })),

    reopen: (ctx: KnownCtx, of: Of) =>
      act(ctx, "reopen", of, (_, before) => ({
        deskStatus: restedIn(before),
        closeReason: null,
        closeNote: null,
        closedAt: null,
        closedById: null,
      })),

    /**
     * Takes one's own last action on an alert back, for a few seconds and only while nothing else changed it.
     * @throws AppError 412 where something did, 422 where there is nothing to take back
     */
    undo: (ctx: KnownCtx, { id, ifMatch }: { id: string; ifMatch: string }) =>
      inTransaction(ctx, async (ctx) => {
        const before = await party.lock(ctx, id, ifMatch);
        const { actorId, action, at, changes } = auditLog;
        const [last] = await ctx.db
          .select({ actorId, action, at, changes })
          .from(auditLog)
          .where(and(eq(auditLog.objectType, party.audited), eq(auditLog.objectId, before.id)))
          .orderBy(desc(auditLog.at), desc(auditLog.id))
          .limit(1);
        const isOwn = last !== undefined && last.actorId === selfOf(ctx) && last.action in deskActions;
        if (!last || !isOwn || Date.now() - Date.parse(last.at) > undoFor)
          throw broken("id", "There is nothing to take back any more.");
        const values = Object.entries(last.changes).map(([key, [was]]) => [key, was]);
        await untellWebhooks(ctx, told(before));
        return write(ctx, id, before, Object.fromEntries(values) as WorkValues, "undo"); // the columns that the action changed
      }),

    /** Writes back what an action on this alert changed. */
    putBack: (ctx: KnownCtx, id: string, values: WorkValues) =>
      inTransaction(ctx, async (ctx) => {
        const before = await party.lock(ctx, id, undefined);
        await untellWebhooks(ctx, told(before));
        await write(ctx, id, before, values, "undo");
      }),

    /** The readings around the one that raised an alert. */
    async readings(ctx: KnownCtx, id: string) {
      const { persId, alert, startedAt, value } = await party.get(ctx, id);
      const isNumber = alert.field !== null && typeof value === "number";
      return { points: isNumber ? await readingsAround(ctx, persId, alert.field ?? "", startedAt) : [] };
    },

    colleagues: async (ctx: KnownCtx) => ({ items: await party.colleagues(ctx) }),
  };
}
