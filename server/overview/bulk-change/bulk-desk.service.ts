import { and } from "drizzle-orm";
import { z } from "zod";
import {
  type DeskAction,
  deskActions,
  deskStatusWords,
  mayFollow,
  statusAt,
} from "@/server/devices/alert-desk/alert-desk.rules";
import { AssignAlert, CloseAlert, SnoozeAlert } from "@/server/devices/alert-desk/alert-desk.schema";
import { alertDeskService } from "@/server/devices/alert-desk/alert-desk.service";
import { asked, assertSnooze } from "@/server/devices/alert-desk/alert-work.service";
import type { BulkKind, BulkRow } from "@/server/kit/bulk/bulk-kind";
import { oneOf } from "@/server/kit/list/list-filters";
import { lockRows } from "@/server/kit/record/record-rows";
import { kept } from "@/texts/kept";

/** What each action takes. */
const fields = {
  acknowledge: {},
  assign: { userId: AssignAlert.shape.userId },
  snooze: { until: SnoozeAlert.shape.until },
  close: { reason: CloseAlert.shape.reason, note: CloseAlert.shape.note },
  reopen: {},
} satisfies Record<DeskAction, z.ZodRawShape>;

const actions = Object.keys(deskActions) as DeskAction[]; // its own keys
const actionOf = (action: string | null): DeskAction => {
  const known = actions.find((one) => one === action);
  if (!known) throw new Error(`there is no action ${action}`);
  return known;
};

/** What an action writes, so what its undo writes back. */
const columns = [
  "deskStatus",
  "assigneeId",
  "snoozedUntil",
  "closeReason",
  "closeNote",
  "acknowledgedAt",
  "closedAt",
  "closedById",
  "dueAt",
] as const;

type Work = Parameters<typeof statusAt>[0];
const of = { ...alertDeskService.of, name: "pers-alert", label: () => "", parts: [] };

/** The alert desk of staff: an action on many alerts, by the rules of the action on one. */
export const alertDeskKind: BulkKind = {
  resource: "pers-alert",
  may: { read: "pers-alert.read", write: "pers-alert.write" },
  isOfCompany: false,
  actions,
  list: of,
  prepare: async (ctx, filters) => asked(ctx, filters),
  fields: (action) => z.strictObject(fields[actionOf(action)]),
  async check(ctx, { action, set }) {
    if (action === "assign") await alertDeskService.assertColleague(ctx, set.userId as string | null); // as its schema reads it
    if (action === "snooze") assertSnooze(set.until as string); // as above
  },
  reads: () => [...columns],
  judge(row, { action, set }) {
    const work = row as BulkRow & Work; // with the columns above
    const status = statusAt(work, Date.now());
    if (!mayFollow(actionOf(action), status))
      return {
        refused: kept("The alert is in the state “{status}”, in which this cannot be done.", {
          status: { kept: deskStatusWords[status] },
        }),
      };
    return action === "assign" && row.assigneeId === set.userId ? "same" : "change";
  },
  async labels(ctx, ids) {
    const rows = await alertDeskService.load(ctx, ids);
    return new Map(rows.map(({ id, alert, pers }) => [id, `${alert.name}, ${pers.nuSerialPersNumber}`]));
  },
  async read(ctx, ids) {
    const { table, reach } = of;
    const rows = await ctx.db
      .select()
      .from(table)
      .where(and(oneOf(table.id, ids), reach(ctx)));
    return rows;
  },
  lock: (ctx, ids) => lockRows(of, ctx, ids),
  async write(ctx, rows, { action, set }) {
    const values = set as {
      userId: string | null;
      until: string;
      reason: z.output<typeof CloseAlert>["reason"];
      note?: string | null;
    }; // by action
    for (const { id } of rows) await alertDeskService[actionOf(action)](ctx, { id, ...values });
    return [...columns];
  },
  async restore(ctx, rows) {
    for (const { row, before } of rows) await alertDeskService.putBack(ctx, row.id, before);
  },
};
