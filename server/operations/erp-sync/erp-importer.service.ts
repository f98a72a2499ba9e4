import { and, eq, or, sql } from "drizzle-orm";
import { z } from "zod";
import { companies, companyCategories, modelPers, pers, persCurrentData } from "@/db/schema";
import { companiesOfErp } from "@/server/companies/company/company.service";
import { persOfErp } from "@/server/devices/pers/pers.service";
import { WriteKitConfiguration } from "@/server/devices/pers/pers-kit.schema";
import type { Ctx, KnownCtx } from "@/server/kit/context";
import {
  type Change,
  importer,
  type Left,
  type RowOf,
  type RowPlan,
  type Undoable,
} from "@/server/kit/import/importer";
import { leftSince } from "@/server/kit/import/left-records";
import { oneOf } from "@/server/kit/list";
import { same } from "@/server/kit/same.rules";
import { Text } from "@/server/kit/wire";
import { usedIds } from "./used-ids.service";

type Company = typeof companies.$inferSelect;
type Pers = typeof pers.$inferSelect;
type Kit = Pers["initialKitConfiguration"];

/** The parts of a kit, written as JSON in one cell. */
const KitCell = z
  .string()
  .transform((text, ctx) => {
    try {
      return JSON.parse(text) as unknown; // checked by the next schema
    } catch {
      ctx.addIssue({ code: "custom", message: "The kit configuration is not JSON." });
      return z.NEVER;
    }
  })
  .pipe(WriteKitConfiguration);

const columns = {
  kind: { title: "Kind", schema: z.enum(["company", "pers"], "Must be company or pers."), required: true },
  number: {
    title: "Number",
    schema: Text(60),
    required: true,
    help: "The register number of a company, the serial number of a PERS device.",
  },
  erpId: { title: "ERP id", schema: Text(60), required: true },
  name: { title: "Name", schema: Text(120), help: "Of a company." },
  address: { title: "Address", schema: Text(300), help: "Of a company." },
  category: { title: "Category", schema: Text(60), help: "The code of a new company's category, such as DEALER." },
  model: { title: "Model", schema: Text(80), help: "The label of a new PERS device's model." },
  kit: {
    title: "Initial kit",
    schema: KitCell,
    help: 'Of a PERS device, as JSON such as {"mount": "A", "sensors": []}.',
  },
} as const;

type Row = RowOf<typeof columns>;

interface Known {
  companies: { byErp: Map<string, Company>; byNumber: Map<string, Company> };
  pers: { byErp: Map<string, Pers>; byNumber: Map<string, Pers> };
  /** code and label → id */
  categories: Map<string, string>;
  models: Map<string, string>;
}

/** What the ERP owns of a company, and by what it is known there. */
type CompanyFields = Partial<Pick<Company, "name" | "address" | "erpId">>;
type PersFields = Partial<Pick<Pers, "initialKitConfiguration" | "erpPersId">>;

type Write =
  | { kind: "company"; id: string; label: string; before: CompanyFields; values: CompanyFields }
  | { kind: "company"; id: null; label: string; values: typeof companies.$inferInsert }
  | { kind: "pers"; id: string; label: string; before: PersFields; values: PersFields }
  | { kind: "pers"; id: null; label: string; values: typeof pers.$inferInsert };

interface Undo extends Undoable {
  kind: "company" | "pers";
  /** what it was before and what the pull made of it; a record that the pull made has none */
  changed?: { before: CompanyFields & PersFields; after: CompanyFields & PersFields };
}

const mapOf = <T>(rows: T[], key: (row: T) => string | null) =>
  new Map(rows.flatMap((row) => (key(row) === null ? [] : [[key(row) ?? "", row] as const])));

async function known(ctx: KnownCtx, rows: Row[]): Promise<Known> {
  const of = (kind: Row["kind"]) => rows.filter((row) => row.kind === kind);
  const numbers = (kind: Row["kind"]) => of(kind).map(({ number }) => number);
  const erpIds = (kind: Row["kind"]) => of(kind).map(({ erpId }) => erpId);
  const findCompanies = ctx.db
    .select()
    .from(companies)
    .where(
      or(
        oneOf(companies.registerNumber, numbers("company"), "text"),
        oneOf(companies.erpId, erpIds("company"), "text"),
      ),
    )
    .orderBy(companies.id);
  const findPers = ctx.db
    .select()
    .from(pers)
    .where(or(oneOf(pers.nuSerialPersNumber, numbers("pers"), "text"), oneOf(pers.erpPersId, erpIds("pers"), "text")))
    .orderBy(pers.id);
  const foundCompanies = await (ctx.inTransaction ? findCompanies.for("update") : findCompanies);
  const foundPers = await (ctx.inTransaction ? findPers.for("update") : findPers);
  const categories = await ctx.db.select().from(companyCategories);
  const models = await ctx.db.select({ id: modelPers.id, label: modelPers.label }).from(modelPers);
  return {
    companies: {
      byErp: mapOf(foundCompanies, (row) => row.erpId),
      byNumber: mapOf(foundCompanies, (row) => row.registerNumber),
    },
    pers: {
      byErp: mapOf(foundPers, (row) => row.erpPersId),
      byNumber: mapOf(foundPers, (row) => row.nuSerialPersNumber),
    },
    categories: new Map(categories.map(({ id, code }) => [code.toLowerCase(), id])),
    models: new Map(models.map(({ id, label }) => [label.toLowerCase(), id])),
  };
}

const error = (column: keyof typeof columns, message: string): RowPlan<Write> => ({ kind: "error", column, message });

/** The record that a row is about: the one that the ERP's id names, else the one with the number. */
function foundBy<T extends { id: string }>(row: Row, all: { byErp: Map<string, T>; byNumber: Map<string, T> }) {
  const [byErp, byNumber] = [all.byErp.get(row.erpId), all.byNumber.get(row.number)];
  const isTwo = byErp !== undefined && byNumber !== undefined && byErp.id !== byNumber.id;
  return { found: byErp ?? byNumber, isTwo };
}

function planCompany(row: Row, { companies: there, categories }: Known): RowPlan<Write> {
  const key = `company ${row.number}`;
  const { found, isTwo } = foundBy(row, there);
  if (isTwo) return error("number", "The ERP id and the register number are of two different companies here.");
  if (row.name === undefined) return error("name", "The Name is missing.");
  const { name, address = null, erpId } = row;
  if (found === undefined) {
    const companyCategoryId = categories.get((row.category ?? "").toLowerCase());
    if (companyCategoryId === undefined)
      return error(
        "category",
        row.category ? `There is no category ${row.category}.` : "A new company needs a Category.",
      );
    const values = { name, address, erpId, registerNumber: row.number, companyCategoryId };
    const changes = [
      { column: "name", before: null, after: name },
      { column: "address", before: null, after: address },
    ];
    return { kind: "new", key, changes, write: { kind: "company", id: null, label: name, values } };
  }
  if (found.erpId !== null && found.erpId !== erpId)
    return error("erpId", `This register number is known under the ERP id ${found.erpId}.`);
  const before = { name: found.name, address: found.address, erpId: found.erpId };
  return changed(key, found.id, "company", name, before, { name, address, erpId });
}

const kitText = (kit: Kit | undefined) => (kit ? JSON.stringify(kit) : null);

function planPers(row: Row, { pers: there, models }: Known): RowPlan<Write> {
  const key = `pers ${row.number}`;
  const { found, isTwo } = foundBy(row, there);
  if (isTwo) return error("number", "The ERP id and the serial number are of two different devices here.");
  const { erpId: erpPersId, kit: initialKitConfiguration = null } = row;
  if (found === undefined) {
    const modelPERSId = models.get((row.model ?? "").toLowerCase());
    if (modelPERSId === undefined)
      return error("model", row.model ? `There is no PERS model ${row.model}.` : "A new PERS device needs a Model.");
    const values = {
      nuSerialPersNumber: row.number,
      modelPERSId,
      erpPersId,
      initialKitConfiguration,
      currentKitConfiguration: initialKitConfiguration,
    };
    const changes = [
      { column: "model", before: null, after: row.model ?? null },
      { column: "kit", before: null, after: kitText(initialKitConfiguration) },
    ];
    return { kind: "new", key, changes, write: { kind: "pers", id: null, label: row.number, values } };
  }
  if (found.erpPersId !== null && found.erpPersId !== erpPersId)
    return error("erpId", `This serial number is known under the ERP id ${found.erpPersId}.`);
  const before = { initialKitConfiguration: found.initialKitConfiguration, erpPersId: found.erpPersId };
  return changed(key, found.id, "pers", found.nuSerialPersNumber, before, { initialKitConfiguration, erpPersId });
}

const columnOf: Record<string, string> = { initialKitConfiguration: "kit", erpPersId: "erpId" };
const textOf = (value: unknown) => (typeof value === "string" || value === null ? value : JSON.stringify(value));

/** Only the fields that differ are written. */
function changed<F extends CompanyFields & PersFields>(
  key: string,
  id: string,
  kind: "company" | "pers",
  label: string,
  before: F,
  after: F,
): RowPlan<Write> {
  const fields = (Object.keys(after) as (keyof F & string)[]).filter((field) => !same(before[field], after[field]));
  if (fields.length === 0) return { kind: "same", key };
  const pick = (from: F) => Object.fromEntries(fields.map((field) => [field, from[field]]));
  const changes = fields.map(
    (field): Change => ({
      column: columnOf[field] ?? field,
      before: textOf(before[field] ?? null),
      after: textOf(after[field] ?? null),
    }),
  );
  return { kind: "changed", key, changes, write: { kind, id, label, before: pick(before), values: pick(after) } };
}

interface Writer<V> {
  createMany: (ctx: KnownCtx, made: V[]) => Promise<string[]>;
  updateMany: (
    ctx: KnownCtx,
    edits: { id: string; values: CompanyFields & PersFields; action: string }[],
  ) => Promise<unknown>;
}

async function writeKind<K extends Write["kind"]>(
  ctx: KnownCtx,
  kind: K,
  writes: Write[],
  writer: Writer<never>,
): Promise<Undo[]> {
  const own = writes.filter((write) => write.kind === kind);
  const fresh = own.filter((write) => write.id === null);
  const old = own.flatMap((write) => (write.id === null ? [] : [write]));
  const ids = fresh.length > 0 ? await writer.createMany(ctx, fresh.map(({ values }) => values) as never[]) : []; // of this kind
  await writer.updateMany(
    ctx,
    old.map(({ id, values }) => ({ id, values, action: "erp-sync" })),
  );
  return [
    ...fresh.map(({ label }, index) => ({ id: ids[index] ?? "", label, kind })),
    ...old.map(({ id, label, before, values }) => ({ id, label, kind, changed: { before, after: values } })),
  ];
}

const write = async (ctx: KnownCtx, writes: Write[]): Promise<Undo[]> => [
  ...(await writeKind(ctx, "company", writes, companiesOfErp)),
  ...(await writeKind(ctx, "pers", writes, persOfErp)),
];

const inUse = "In use since, so it stays.";

/** Devices that were heard or that something refers to. */
async function usedPers(ctx: Ctx, ids: string[]) {
  const heard = await ctx.db
    .select({ id: persCurrentData.persId })
    .from(persCurrentData)
    .where(and(oneOf(persCurrentData.persId, ids), sql`${persCurrentData.lastMessageAt} is not null`));
  const used = await usedIds(ctx, "pers", ids, ["pers_current_data"]);
  return new Set([...used, ...heard.map(({ id }) => id)]);
}

interface Stored {
  id: string;
  version: number;
}
interface Kind {
  name: "company" | "pers";
  lockMany: (ctx: KnownCtx, ids: string[]) => Promise<Stored[]>;
  updateMany: Writer<never>["updateMany"];
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
  const rows = new Map(
    (
      await kind.lockMany(
        ctx,
        own.map(({ id }) => id),
      )
    ).map((row) => [row.id, row]),
  );
  const used = await kind.used(
    ctx,
    own.flatMap(({ id, changed }) => (changed ? [] : [id])),
  );
  const isAsLeft = ({ id, changed: was }: Undo) => {
    const row = rows.get(id);
    if (!row) return false;
    if (!was) return row.version === 1;
    const is: Record<string, unknown> = { ...row };
    return Object.entries(was.after).every(([field, value]) => same(is[field], value));
  };
  const moved = own.filter((one) => !isAsLeft(one) && !used.has(one.id));
  const held = own.filter(({ id }) => used.has(id));
  const good = own.filter((one) => isAsLeft(one) && !used.has(one.id));
  await kind.updateMany(
    ctx,
    good.flatMap(({ id, changed: was }) => (was ? [{ id, values: was.before, action: "undo" }] : [])),
  );
  const made = good.filter((one) => !one.changed).map(({ id }) => ({ id }));
  if (made.length > 0) await kind.removeMany(ctx, made);
  return [
    ...held.map(({ id, label }) => ({ id, label, reason: inUse })),
    ...(await leftSince(ctx, kind.name, moved, (id) => rows.has(id))),
  ];
}

/**
 * What a pull from the ERP does (decisions 8): it makes and changes companies and PERS devices, never deletes, and writes
 * nothing but what the ERP owns: name, address and initial kit, and by what id it knows the record.
 */
export const erpImporter = importer({
  name: "erp-sync",
  columns,
  key: "number",
  known,
  plan: (row: Row, there: Known) => (row.kind === "company" ? planCompany(row, there) : planPers(row, there)),
  write,
  undo: async (ctx: KnownCtx, undoables: Undo[]) => {
    const left: Left[] = [];
    for (const kind of kinds) left.push(...(await undoKind(ctx, kind, undoables)));
    return left;
  },
});

export const erpTitles = Object.values(columns).map(({ title }) => title);

/** Which of the two an id of a run's record is; undefined where it is gone. */
export async function erpRecordKind(ctx: Ctx, id: string): Promise<"company" | "pers" | undefined> {
  const [device] = await ctx.db.select({ id: pers.id }).from(pers).where(eq(pers.id, id));
  if (device) return "pers";
  const [company] = await ctx.db.select({ id: companies.id }).from(companies).where(eq(companies.id, id));
  return company && "company";
}
