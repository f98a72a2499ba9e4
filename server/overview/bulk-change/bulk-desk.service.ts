import { and } from "drizzle-orm";
import { z } from "zod";
import { fleetAlertService, ownWork } from "@/server/companies/fleet/fleet-alert/fleet-alert.service";
import {
  type DeskAction,
  deskActions,
  deskStatusWords,
  mayFollow,
  statusAt,
} from "@/server/devices/alert-desk/alert-desk.rules";
import { AssignAlert, CloseAlert, SnoozeAlert } from "@/server/devices/alert-desk/alert-desk.schema";
import { alertDeskService } from "@/server/devices/alert-desk/alert-desk.service";
import { asked, assertSnooze, type WorkValues } from "@/server/devices/alert-desk/alert-work.service";
import type { BulkKind, BulkRow } from "@/server/kit/bulk/bulk-kind";
import type { KnownCtx } from "@/server/kit/call/context";
import { oneOf } from "@/server/kit/list/list-filters";
import { companyOf } from "@/server/kit/list/scope";
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
] as const;

type Work = Parameters<typeof statusAt>[0];
type Does = (ctx: KnownCtx, input: never) => Promise<unknown>;

/** What a desk does with one alert. */
interface Desk extends Record<DeskAction, Does> {
  assertColleague: (ctx: KnownCtx, userId: string | null) => Promise<void>;
  putBack: (ctx: KnownCtx, id: string, values: WorkValues) => Promise<void>;
}

type Party = Pick<BulkKind, "resource" | "may" | "isOfCompany" | "list" | "elsewhere" | "prepare" | "read" | "lock"> & {
  desk: Desk;
  /** the columns that an action writes */
  written: readonly string[];
  load: (ctx: KnownCtx, ids: string[]) => Promise<Named[]>;
};

interface Named {
  id: string;
  alert: { name: string };
  pers: { nuSerialPersNumber: string };
}

/** The desk of a party: an action on many alerts, by the rules of the action on one. */
const deskKind = ({ desk, load, written, ...party }: Party): BulkKind => ({
  ...party,
  actions,
  fields: (action) => z.strictObject(fields[actionOf(action)]),
  async check(ctx, { action, set }) {
    if (action === "assign") await desk.assertColleague(ctx, set.userId as string | null); // as its schema reads it
    if (action === "snooze") assertSnooze(set.until as string); // as above
  },
  reads: () => ["deskStatus", "assigneeId", "snoozedUntil", "acknowledgedAt"],
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
    const rows = await load(ctx, ids);
    return new Map(rows.map(({ id, alert, pers }) => [id, `${alert.name}, ${pers.nuSerialPersNumber}`]));
  },
  async write(ctx, rows, { action, set }) {
    const does = desk[actionOf(action)] as (ctx: KnownCtx, input: object) => Promise<unknown>; // its fields are read by `fields`
    for (const { id } of rows) await does(ctx, { id, ...set });
    return [...written];
  },
  async restore(ctx, rows) {
    for (const { row, before } of rows) await desk.putBack(ctx, row.id, before);
  },
});

const of = { ...alertDeskService.of, name: "pers-alert", label: () => "", parts: [] };

/** The alert desk of staff. */
export const alertDeskKind = deskKind({
  resource: "pers-alert",
  may: { read: "pers-alert.read", write: "pers-alert.write" },
  isOfCompany: false,
  list: of,
  desk: alertDeskService,
  written: [...columns, "dueAt"],
  load: alertDeskService.load,
  prepare: async (ctx, filters) => asked(ctx, filters),
  async read(ctx, ids) {
    const { table, reach } = of;
    const rows = await ctx.db
      .select()
      .from(table)
      .where(and(oneOf(table.id, ids), reach(ctx)));
    return rows;
  },
  lock: (ctx, ids) => lockRows(of, ctx, ids),
});

/** The alert desk of a company: what is planned are versions of its own work. */
export const fleetDeskKind = deskKind({
  resource: "company-pers-alert",
  may: { read: "company-alert.read", write: "company-alert.write" },
  isOfCompany: true,
  list: fleetAlertService.of,
  elsewhere: ownWork,
  desk: fleetAlertService,
  written: columns,
  load: fleetAlertService.loadReached,
  prepare: async (ctx, filters) => ({ ...asked(ctx, filters), companyId: companyOf(ctx) }),
  read: fleetAlertService.loadReached,
  lock: async (ctx, ids) =>
    (await fleetAlertService.lockAll(ctx, ids)).map(({ persAlertId, ...work }) => ({ ...work, id: persAlertId })),
});
