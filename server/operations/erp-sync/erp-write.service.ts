import { and, sql } from "drizzle-orm";
import { type companies, type pers, persCurrentData } from "@/db/schema";
import { companiesOfErp } from "@/server/companies/company/company.service";
import { persOfErp } from "@/server/devices/pers/pers.service";
import type { Ctx, KnownCtx } from "@/server/kit/call/context";
import type { Left, Undoable } from "@/server/kit/import/importer";
import { leftSince } from "@/server/kit/import/left-records";
import { oneOf } from "@/server/kit/list/list-filters";
import { same } from "@/server/kit/value/same.rules";
import { usedIds } from "./used-ids.service";

/** What the ERP owns of a company and of a device, and by what id it knows them. */
type CompanyFields = Partial<Pick<typeof companies.$inferSelect, "name" | "address" | "erpId">>;
type PersFields = Partial<Pick<typeof pers.$inferSelect, "initialKitConfiguration" | "erpPersId">>;

/** What a row of a pull writes: a new record, or fields of one that is there. */
export type ErpWrite =
  | { kind: "company"; id: string; label: string; before: CompanyFields; values: CompanyFields }
  | { kind: "company"; id: null; label: string; values: typeof companies.$inferInsert }
  | { kind: "pers"; id: string; label: string; before: PersFields; values: PersFields }
  | { kind: "pers"; id: null; label: string; values: typeof pers.$inferInsert };

interface Undo extends Undoable {
  kind: ErpWrite["kind"];
  /** what it was before and what the pull made of it; a record that the pull made has none */
  changed?: { before: CompanyFields & PersFields; after: CompanyFields & PersFields };
}

/** What the trail calls a change by a pull. */
export const erpAction = "erp-sync";
/** The fields of both kinds, as the trail names them. */
export const erpOwned: (keyof (CompanyFields & PersFields))[] = [
  "name",
  "address",
  "erpId",
  "initialKitConfiguration",
  "erpPersId",
];

/** Writes the records of a batch. @returns what the undo needs of each */
export async function write(ctx: KnownCtx, writes: ErpWrite[]): Promise<Undo[]> {
  const newCompanies = writes.flatMap((one) => (one.kind === "company" && one.id === null ? [one] : []));
  const newPers = writes.flatMap((one) => (one.kind === "pers" && one.id === null ? [one] : []));
  const changed = writes.flatMap((one) => (one.id === null ? [] : [one]));
  const companyEdits = changed.flatMap((one) =>
    one.kind === "company" ? [{ id: one.id, values: one.values, action: erpAction }] : [],
  );
  const persEdits = changed.flatMap((one) =>
    one.kind === "pers" ? [{ id: one.id, values: one.values, action: erpAction }] : [],
  );
  const valuesOf = <V>(made: { values: V }[]) => made.map(({ values }) => values);
  const companyIds = newCompanies.length ? await companiesOfErp.createMany(ctx, valuesOf(newCompanies)) : [];
  const persIds = newPers.length ? await persOfErp.createMany(ctx, valuesOf(newPers)) : [];
  await companiesOfErp.updateMany(ctx, companyEdits);
  await persOfErp.updateMany(ctx, persEdits);
  return [
    ...newCompanies.map(({ label, kind }, index) => ({ id: companyIds[index] ?? "", label, kind })),
    ...newPers.map(({ label, kind }, index) => ({ id: persIds[index] ?? "", label, kind })),
    ...changed.map(({ id, label, kind, before, values }) => ({ id, label, kind, changed: { before, after: values } })),
  ];
}

/** Devices that were heard, or that something refers to. */
async function usedPers(ctx: Ctx, ids: string[]) {
  const heard = await ctx.db
    .select({ id: persCurrentData.persId })
    .from(persCurrentData)
    .where(and(oneOf(persCurrentData.persId, ids), sql`${persCurrentData.lastMessageAt} is not null`));
  const used = await usedIds(ctx, "pers", ids, ["pers_current_data"]);
  return new Set([...used, ...heard.map(({ id }) => id)]);
}

interface Kind {
  name: ErpWrite["kind"];
  lockMany: (ctx: KnownCtx, ids: string[]) => Promise<{ id: string; version: number }[]>;
  updateMany: (
    ctx: KnownCtx,
    edits: { id: string; values: CompanyFields & PersFields; action: string }[],
  ) => Promise<unknown>;
  removeMany: (ctx: KnownCtx, targets: { id: string }[]) => Promise<unknown>;
  used: (ctx: Ctx, ids: string[]) => Promise<ReadonlySet<string>>;
}
const kinds: Kind[] = [
  { name: "pers", ...persOfErp, used: usedPers },
  { name: "company", ...companiesOfErp, used: (ctx, ids) => usedIds(ctx, "companies", ids, []) },
];

/** Takes back what a pull did to records of one kind: only what the ERP owns, and only where it is as the pull left it. */
async function undoKind(ctx: KnownCtx, kind: Kind, undoables: Undo[]): Promise<Left[]> {
  const own = undoables.filter((one) => one.kind === kind.name);
  if (own.length === 0) return [];
  const ids = own.map(({ id }) => id);
  const rows = new Map((await kind.lockMany(ctx, ids)).map((row) => [row.id, row]));
  const made = own.flatMap(({ id, changed }) => (changed ? [] : [id]));
  const used = await kind.used(ctx, made);
  const isAsLeft = ({ id, changed }: Undo) => {
    const row = rows.get(id);
    if (!row || !changed) return row?.version === 1;
    const is = new Map<string, unknown>(Object.entries(row));
    return Object.entries(changed.after).every(([field, value]) => same(is.get(field), value));
  };
  const held = own.filter(({ id }) => used.has(id));
  const others = own.filter(({ id }) => !used.has(id));
  const [good, moved] = [others.filter(isAsLeft), others.filter((one) => !isAsLeft(one))];
  await kind.updateMany(
    ctx,
    good.flatMap(({ id, changed }) => (changed ? [{ id, values: changed.before, action: "undo" }] : [])),
  );
  const gone = good.flatMap(({ id, changed }) => (changed ? [] : [{ id }]));
  if (gone.length > 0) await kind.removeMany(ctx, gone);
  return [
    ...held.map(({ id, label }) => ({ id, label, reason: "In use since, so it stays." })),
    ...(await leftSince(ctx, kind.name, moved, (id) => rows.has(id))),
  ];
}

/** Takes a batch back; what is in use or was changed since stays and is named. */
export async function undo(ctx: KnownCtx, undoables: Undo[]): Promise<Left[]> {
  const left: Left[] = [];
  for (const kind of kinds) left.push(...(await undoKind(ctx, kind, undoables)));
  return left;
}
