import { and, eq, isNull, or } from "drizzle-orm";
import { z } from "zod";
import { companies, companyCategories, modelPers, pers } from "@/db/schema";
import { registerKeyOf } from "@/server/companies/company/register-number.rules";
import { WriteKitConfiguration } from "@/server/devices/pers/pers-kit.schema";
import type { Ctx, KnownCtx } from "@/server/kit/call/context";
import { Text } from "@/server/kit/call/wire";
import { type Change, importer, type RowOf, type RowPlan } from "@/server/kit/import/importer";
import { oneOf } from "@/server/kit/list/list-filters";
import { nameFault } from "@/server/kit/value/address.rules";
import { same } from "@/server/kit/value/same.rules";
import { t } from "@/texts/t";
import { type ErpWrite, undo, write } from "./erp-write.service";

type Company = typeof companies.$inferSelect;
type Pers = typeof pers.$inferSelect;

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
      and(
        isNull(companies.closedAs),
        or(
          oneOf(companies.registerKey, numbers("company").map(registerKeyOf), "text"),
          oneOf(companies.erpId, erpIds("company"), "text"),
        ),
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
      byNumber: mapOf(foundCompanies, (row) => (row.isDuplicate ? null : row.registerKey)),
    },
    pers: {
      byErp: mapOf(foundPers, (row) => row.erpPersId),
      byNumber: mapOf(foundPers, (row) => row.nuSerialPersNumber),
    },
    categories: new Map(categories.map(({ id, code }) => [code.toLowerCase(), id])),
    models: new Map(models.map(({ id, label }) => [label.toLowerCase(), id])),
  };
}

const error = (column: keyof typeof columns, message: string): RowPlan<ErpWrite> => ({
  kind: "error",
  column,
  message,
});

/** The record that a row is about: the one that the ERP's id names, else the one with the number. */
function foundBy<T extends { id: string }>(
  { erpId, number }: Pick<Row, "erpId" | "number">,
  all: { byErp: Map<string, T>; byNumber: Map<string, T> },
) {
  const [byErp, byNumber] = [all.byErp.get(erpId), all.byNumber.get(number)];
  const isTwo = byErp !== undefined && byNumber !== undefined && byErp.id !== byNumber.id;
  return { found: byErp ?? byNumber, isTwo };
}

const columnOf: Record<string, string> = { initialKitConfiguration: "kit", erpPersId: "erpId" };
const textOf = (value: unknown) =>
  typeof value === "string" ? value : value === null || value === undefined ? null : JSON.stringify(value);

/** The changes of a record as the plan shows them. */
const changesOf = (before: object, after: object): Change[] => {
  const was = new Map<string, unknown>(Object.entries(before));
  return Object.entries(after).map(([field, value]) => ({
    column: columnOf[field] ?? field,
    before: textOf(was.get(field)),
    after: textOf(value),
  }));
};

function planCompany(row: Row, { companies: there, categories }: Known): RowPlan<ErpWrite> {
  // Companies are told apart by the register number in any spelling (ADR 89).
  const number = registerKeyOf(row.number);
  const key = `company ${number}`;
  const { found, isTwo } = foundBy({ erpId: row.erpId, number }, there);
  if (isTwo) return error("number", "The ERP id and the register number are of two different companies here.");
  if (row.name === undefined) return error("name", "The Name is missing.");
  const { name, address = null, erpId } = row;
  const fault = found?.name === name ? undefined : nameFault(name);
  if (fault) return error("name", fault);
  if (found === undefined) {
    const companyCategoryId = categories.get((row.category ?? "").toLowerCase());
    if (companyCategoryId === undefined)
      return error(
        "category",
        row.category ? t("There is no category {name}.", { name: row.category }) : "A new company needs a Category.",
      );
    const values = { name, address, erpId, registerNumber: row.number, companyCategoryId };
    const changes = [
      { column: "name", before: null, after: name },
      { column: "address", before: null, after: address },
    ];
    return { kind: "new", key, changes, write: { kind: "company", id: null, label: name, values } };
  }
  if (found.erpId !== null && found.erpId !== erpId)
    return error("erpId", t("This register number is known under the ERP id {id}.", { id: found.erpId }));
  const { name: oldName, address: oldAddress, erpId: oldErpId } = found;
  const [isRenamed, hasMoved, isAdopted] = [oldName !== name, oldAddress !== address, oldErpId !== erpId];
  const values = { ...(isRenamed && { name }), ...(hasMoved && { address }), ...(isAdopted && { erpId }) };
  if (Object.keys(values).length === 0) return { kind: "same", key };
  const before = {
    ...(isRenamed && { name: oldName }),
    ...(hasMoved && { address: oldAddress }),
    ...(isAdopted && { erpId: oldErpId }),
  };
  const write = { kind: "company" as const, id: found.id, label: name, before, values };
  return { kind: "changed", key, changes: changesOf(before, values), write };
}

function planPers(row: Row, { pers: there, models }: Known): RowPlan<ErpWrite> {
  const key = `pers ${row.number}`;
  const { found, isTwo } = foundBy(row, there);
  if (isTwo) return error("number", "The ERP id and the serial number are of two different devices here.");
  const { erpId: erpPersId, kit: initialKitConfiguration = null } = row;
  const fault = found ? undefined : nameFault(row.number);
  if (fault) return error("number", fault);
  if (found === undefined) {
    const modelPERSId = models.get((row.model ?? "").toLowerCase());
    if (modelPERSId === undefined)
      return error(
        "model",
        row.model ? t("There is no PERS model {name}.", { name: row.model }) : "A new PERS device needs a Model.",
      );
    const values = {
      nuSerialPersNumber: row.number,
      modelPERSId,
      erpPersId,
      initialKitConfiguration,
      currentKitConfiguration: initialKitConfiguration,
    };
    const changes = [
      { column: "model", before: null, after: row.model ?? null },
      { column: "kit", before: null, after: textOf(initialKitConfiguration) },
    ];
    return { kind: "new", key, changes, write: { kind: "pers", id: null, label: row.number, values } };
  }
  if (found.erpPersId !== null && found.erpPersId !== erpPersId)
    return error("erpId", t("This serial number is known under the ERP id {id}.", { id: found.erpPersId }));
  const { initialKitConfiguration: oldKit, erpPersId: oldErpId, nuSerialPersNumber: label } = found;
  const [hasOtherKit, isAdopted] = [!same(oldKit, initialKitConfiguration), oldErpId !== erpPersId];
  const values = { ...(hasOtherKit && { initialKitConfiguration }), ...(isAdopted && { erpPersId }) };
  if (Object.keys(values).length === 0) return { kind: "same", key };
  const before = {
    ...(hasOtherKit && { initialKitConfiguration: oldKit }),
    ...(isAdopted && { erpPersId: oldErpId }),
  };
  const write = { kind: "pers" as const, id: found.id, label, before, values };
  return { kind: "changed", key, changes: changesOf(before, values), write };
}

/**
 * What a pull from the ERP does (decisions 8): it makes and changes companies and PERS devices, never deletes, and writes
 * only what the ERP owns: name, address and initial kit, and by what id it knows the record.
 */
export const erpImporter = importer({
  name: "erp-sync",
  columns,
  key: "number",
  known,
  plan: (row: Row, there: Known) => (row.kind === "company" ? planCompany(row, there) : planPers(row, there)),
  write,
  undo,
});

export const erpTitles = Object.values(columns).map(({ title }) => title);

/** Which of the two an id of a run's record is; undefined where it is gone. */
export async function erpRecordKind(ctx: Ctx, id: string): Promise<"company" | "pers" | undefined> {
  const [device] = await ctx.db.select({ id: pers.id }).from(pers).where(eq(pers.id, id));
  if (device) return "pers";
  const [company] = await ctx.db.select({ id: companies.id }).from(companies).where(eq(companies.id, id));
  return company && "company";
}
