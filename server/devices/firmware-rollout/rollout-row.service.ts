import { asc, eq, getTableColumns, sql } from "drizzle-orm";
import type { z } from "zod";
import {
  firmwareCategories,
  firmwareCompatibilities,
  firmwareRolloutDevices,
  firmwareRolloutHours,
  firmwareRollouts,
  firmwareRolloutWaves,
  firmwareVersions,
  users,
} from "@/db/schema";
import { fullName } from "@/server/identity/person.service";
import type { Ctx, KnownCtx } from "@/server/kit/call/context";
import { broken, notFound } from "@/server/kit/call/errors";
import { contains, equals, oneOf } from "@/server/kit/list/list-filters";
import { listService } from "@/server/kit/list/list-service";
import { recordService } from "@/server/kit/record/record-service";
import { groupBy } from "@/server/kit/value/group.rules";
import { t } from "@/texts/t";
import { ListRollouts, type Rollout } from "./firmware-rollout.schema";
import { rolloutStatusWords } from "./rollout-status.rules";
import { type DeviceStatus, deviceStatuses, mayFollow, type RolloutAction, rolloutStates } from "./states";

export type RolloutRow = typeof firmwareRollouts.$inferSelect;
export type WaveRow = typeof firmwareRolloutWaves.$inferSelect;
type View = z.input<typeof Rollout>;
type Counts = Record<DeviceStatus, number>;

const noCounts = (): Counts => Object.fromEntries(deviceStatuses.map((status) => [status, 0])) as Counts; // each of them

export const countsOf = (rows: Partial<Counts>[]): Counts => {
  const sum = noCounts();
  for (const row of rows) for (const status of deviceStatuses) sum[status] += row[status] ?? 0;
  return sum;
};

/** The waves of these rollouts, in their order. */
export async function wavesOf(ctx: Ctx, rolloutIds: string[]) {
  const rows = await ctx.db
    .select()
    .from(firmwareRolloutWaves)
    .where(oneOf(firmwareRolloutWaves.rolloutId, rolloutIds))
    .orderBy(asc(firmwareRolloutWaves.rolloutId), asc(firmwareRolloutWaves.index));
  return groupBy(rows, ({ rolloutId }) => rolloutId);
}

/** Waves as they are answered: as planned before the rollout is prepared, with their figures afterwards. */
function shownWaves({ waves }: RolloutRow, made: WaveRow[]): View["waves"] {
  const planned = (index: number) => waves[index] ?? {};
  if (made.length === 0)
    return waves.map(({ label, percent, count }, index) => ({
      index,
      label: label ?? null,
      percent: percent ?? null,
      count: count ?? null,
      status: "waiting",
      devices: 0,
      isOfJoiners: false,
      reachedAt: null,
      counts: noCounts(),
    }));
  return made.map((wave) => ({
    index: wave.index,
    label: wave.label,
    percent: (!wave.isOfJoiners && planned(wave.index).percent) || null,
    count: (!wave.isOfJoiners && planned(wave.index).count) || null,
    status: wave.status,
    devices: wave.devices,
    isOfJoiners: wave.isOfJoiners,
    reachedAt: wave.reachedAt,
    counts: countsOf([wave]),
  }));
}

async function peopleOf(ctx: Ctx, ids: string[]) {
  const rows = await ctx.db
    .select({ id: users.id, name: sql<string>`${fullName}` })
    .from(users)
    .where(oneOf(users.id, ids));
  return new Map(rows.map((row) => [row.id, row]));
}

const version = {
  id: firmwareVersions.id,
  firmwareVersion: firmwareVersions.firmwareVersion,
  firmwareType: firmwareVersions.firmwareType,
};
const category = { id: firmwareCategories.id, label: firmwareCategories.label };

/** The versions that these rollouts bring, by rollout. */
export async function versionsOfRollouts(ctx: Ctx, ids: string[]) {
  const rows = await ctx.db
    .select({ rolloutId: firmwareRollouts.id, version, category })
    .from(firmwareRollouts)
    .innerJoin(firmwareVersions, eq(firmwareVersions.id, firmwareRollouts.firmwareVersionId))
    .innerJoin(firmwareCategories, eq(firmwareCategories.id, firmwareVersions.categoryId))
    .where(oneOf(firmwareRollouts.id, ids));
  return new Map(rows.map(({ rolloutId, version, category }) => [rolloutId, { ...version, category }]));
}

async function load(ctx: Ctx, ids: string[]): Promise<View[]> {
  const rows = await ctx.db
    .select({ row: getTableColumns(firmwareRollouts), version, category })
    .from(firmwareRollouts)
    .innerJoin(firmwareVersions, eq(firmwareVersions.id, firmwareRollouts.firmwareVersionId))
    .innerJoin(firmwareCategories, eq(firmwareCategories.id, firmwareVersions.categoryId))
    .where(oneOf(firmwareRollouts.id, ids));
  const waves = await wavesOf(ctx, ids);
  const backs = await ctx.db
    .select({ id: firmwareRollouts.id, of: firmwareRollouts.rollsBackId })
    .from(firmwareRollouts)
    .where(oneOf(firmwareRollouts.rollsBackId, ids))
    .orderBy(asc(firmwareRollouts.id));
  const named = rows.flatMap(({ row }) => [row.createdById, row.startedById, row.approvedById, ...row.editorIds]);
  const people = await peopleOf(ctx, [...new Set(named.filter((id) => id !== null))]);
  const person = (id: string | null) => (id && people.get(id)) || null;
  return rows.map(({ row, version, category }) => {
    const made = waves.get(row.id) ?? [];
    return {
      ...row,
      firmwareVersion: { ...version, category },
      waves: shownWaves(row, made),
      counts: countsOf(made),
      createdBy: person(row.createdById),
      editedBy: row.editorIds.flatMap((id) => person(id) ?? []),
      startedBy: person(row.startedById),
      approval:
        row.approvalHash && row.approvalAskedAt
          ? { hash: row.approvalHash, asked: row.approvalAskedAt, needed: row.isApprovalNeeded }
          : null,
      approvedBy: person(row.approvedById),
      progress: row.status === "preparing" ? { prepared: row.prepared, devices: row.toPrepare } : null,
      rolledBackByIds: backs.filter(({ of }) => of === row.id).map(({ id }) => id),
    };
  });
}

const list = listService({
  table: firmwareRollouts,
  scope: "global",
  load,
  input: ListRollouts,
  sort: {
    createdAt: firmwareRollouts.createdAt,
    startedAt: firmwareRollouts.startedAt,
    name: firmwareRollouts.name,
  },
  filters: {
    status: equals(firmwareRollouts.status),
    firmwareVersionId: equals(firmwareRollouts.firmwareVersionId),
    modelPERSId: (id) =>
      sql`${firmwareRollouts.firmwareVersionId} in (select ${firmwareCompatibilities.firmwareVersionId}
        from ${firmwareCompatibilities} where ${firmwareCompatibilities.modelPersId} = ${id})`,
    search: contains(firmwareRollouts.name),
  },
});

/** Rollouts as records: versioned, audited. Who writes one asks `states.ts` first. */
export const rolloutRecord = recordService(list, {
  name: "firmware-rollout",
  label: (row) => row.name,
  parts: [
    { table: firmwareRolloutWaves, parent: firmwareRolloutWaves.rolloutId },
    { table: firmwareRolloutDevices, parent: firmwareRolloutDevices.rolloutId },
    { table: firmwareRolloutHours, parent: firmwareRolloutHours.rolloutId },
  ],
});

/** A rollout as it is stored. @throws AppError 404 */
export async function rolloutRow(ctx: Ctx, id: string): Promise<RolloutRow> {
  const [row] = await ctx.db.select().from(firmwareRollouts).where(eq(firmwareRollouts.id, id));
  if (!row) throw notFound();
  return row;
}

/** @throws AppError 422 in a state in which it is not done */
export function assertMay(action: RolloutAction, { status }: Pick<RolloutRow, "status">) {
  if (!mayFollow(action, status))
    throw broken(
      "status",
      t("The rollout is in the state “{status}”, in which this cannot be done. Reload to see how it stands.", {
        status: t(rolloutStatusWords[status]),
      }),
      "state_not_allowed",
    );
}

/** The rollout, locked, in a state in which the action is done. @throws AppError 404, 412, 422 */
export async function lockFor(
  ctx: KnownCtx,
  action: RolloutAction,
  { id, ifMatch }: { id: string; ifMatch?: string },
): Promise<RolloutRow> {
  const row = await rolloutRecord.lock(ctx, id, ifMatch);
  assertMay(action, row);
  return row;
}

/** Columns that say nothing of how a rollout stands. */
type Notes = Partial<
  Pick<RolloutRow, "comparedAt" | "joinedAt" | "hourStart" | "hourTaken" | "prepared" | "preparedTo" | "toPrepare"> &
    Pick<RolloutRow, "isApprovalNeeded" | "approvalHash" | "approvalAskedAt">
>;

/** Notes in a locked rollout what is no change of it for people: no version, no audit row. */
export const noteRollout = (ctx: Ctx, id: string, notes: Notes) =>
  ctx.db.update(firmwareRollouts).set(notes).where(eq(firmwareRollouts.id, id));

/** A locked rollout goes on to another state. @returns it as it is then; @throws StateError */
export async function moveRollout(
  ctx: KnownCtx,
  row: RolloutRow,
  values: Partial<RolloutRow> & Pick<RolloutRow, "status">,
  action: string,
): Promise<RolloutRow> {
  rolloutStates.assert("status", row.status, values.status);
  await rolloutRecord.update(ctx, row.id, values, undefined, action);
  return { ...row, ...values };
}

/** The person who acts; keys and jobs are nobody. */
export const personOf = ({ actor }: KnownCtx) => (actor.kind === "user" ? (actor.actingId ?? actor.id) : null);
