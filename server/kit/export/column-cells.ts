import { z } from "zod";
import { said } from "@/server/kit/value/words.rules";
import { t, tt } from "@/texts/t";
import type { Cell } from "./spreadsheet";

/** Names of records by id, by what `nameOf` calls them. */
export type NamesOf = Record<string, ReadonlyMap<string, string>>;

type Tell = (value: unknown) => Cell;
type Said = NonNullable<ReturnType<typeof said.get>>;
interface Told {
  tell: Tell;
  kind: "instant" | "number" | "text";
  unit?: string;
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;
const property = (value: unknown, key: string): unknown =>
  isObject(value) && Object.hasOwn(value, key) ? value[key] : null;

/** "not_translated" → "Not translated" */
const asWord = (text: string) => {
  const words = text.replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
};

const textOf = (cell: Cell) => (cell instanceof Date ? cell.toISOString() : cell === null ? "" : String(cell));

function listed(values: unknown[], tell: Tell) {
  const texts = values.map((value) => textOf(tell(value)));
  return texts.join(texts.some((text) => text.includes(",")) ? "; " : ", ") || null;
}

/** A value that no schema says more of. */
function plainly(value: unknown): Cell {
  if (typeof value === "boolean") return value ? t("Yes") : t("No");
  if (typeof value === "string" || typeof value === "number") return value;
  if (Array.isArray(value)) return listed(value, plainly);
  return isObject(value) ? JSON.stringify(value) : null;
}

/** What a record is called: in the reader's language where it has that beside its own text. */
const titles = ["name", "label", "title"];

function objectTeller(schema: z.ZodObject, names: NamesOf): Tell {
  const key = titles.find((title) => title in schema.shape);
  if (!key) return plainly;
  const { tell } = toldOf(schema.shape[key], names);
  return (value) => tell(property(value, key));
}

function byKind(schema: z.ZodType, names: NamesOf): Told {
  if (schema instanceof z.ZodNumber) return { kind: "number", tell: plainly };
  if (schema instanceof z.ZodArray) {
    const { tell } = toldOf(schema.element as z.ZodType, names);
    return { kind: "text", tell: (value) => listed(value as unknown[], tell) }; // an answer of that schema
  }
  if (schema instanceof z.ZodObject) return { kind: "text", tell: objectTeller(schema, names) };
  if (schema instanceof z.ZodEnum) return { kind: "text", tell: (value) => t(asWord(String(value))) };
  if (schema.meta()?.format === "date-time") return { kind: "instant", tell: (value) => new Date(String(value)) };
  return { kind: "text", tell: plainly };
}

function registered({ words, text, nameOf, unit, isShare }: Said, plain: Told, names: NamesOf): Told {
  if (text) return { kind: "text", tell: text as Tell }; // `said` holds the function beside the schema of its values
  if (words) return { kind: "text", tell: (value) => tt(words[String(value)]) ?? plain.tell(value) };
  if (nameOf) return { kind: "text", tell: (value) => names[nameOf]?.get(String(value)) ?? String(value) };
  if (isShare) return { kind: "number", unit: "%", tell: (value) => Math.round(Number(value) * 100) };
  return { ...plain, unit: unit ?? plain.unit };
}

/** How the values of a schema are told; what stands closest to the value says it. */
function toldOf(schema: z.core.$ZodType, names: NamesOf): Told {
  const about = said.get(schema) ?? {};
  const inner =
    schema instanceof z.ZodNullable || schema instanceof z.ZodOptional || schema instanceof z.ZodReadonly
      ? toldOf(schema.unwrap(), names)
      : byKind(schema as z.ZodType, names);
  const { tell, ...told } = registered(about, inner, names);
  return { ...told, tell: (value) => (value === null || value === undefined ? (tt(about.none) ?? null) : tell(value)) };
}

/** What a path leads to; undefined where no answer has it. */
function toldAt(schema: z.core.$ZodType, [key, ...rest]: string[], names: NamesOf): Told | undefined {
  if (key === undefined) return toldOf(schema, names);
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional || schema instanceof z.ZodReadonly)
    return toldAt(schema.unwrap(), [key, ...rest], names);
  if (schema instanceof z.ZodArray) {
    const item = toldAt(schema.element, [key, ...rest], names);
    return (
      item && {
        kind: "text",
        tell: (value) => (Array.isArray(value) ? listed(value, item.tell) : null),
      }
    );
  }
  const part = schema instanceof z.ZodObject && Object.hasOwn(schema.shape, key) && schema.shape[key];
  const told = part && toldAt(part, rest, names);
  return told ? { ...told, tell: (value) => told.tell(property(value, key)) } : undefined;
}

export interface ExportColumn {
  /** where its values are; the texts of several stand beside each other, such as a first and a last name */
  paths: string[][];
  title: string;
}

export interface CellColumn {
  title: string;
  cell: (row: unknown) => Cell;
}

/**
 * Columns of a file for people, told by the schema of the list's items: words, dates and numbers. A path that no answer
 * has is an empty column.
 */
export function cellColumns(item: z.ZodType, columns: ExportColumn[], names: NamesOf): CellColumn[] {
  return columns.map(({ paths, title }) => {
    const [first, ...others] = paths.map((path) => toldAt(item, path, names));
    const unit = first?.kind === "instant" ? "UTC" : first?.unit;
    if (others.length === 0) return { title: unit ? `${title} (${unit})` : title, cell: first?.tell ?? (() => null) };
    const all = [first, ...others];
    const cell = (row: unknown) =>
      all
        .map((told) => textOf(told?.tell(row) ?? null))
        .filter((text) => text !== "")
        .join(" ") || null;
    return { title, cell };
  });
}

/** Which names of records these columns need. */
export function namesNeeded(schema: z.core.$ZodType, found = new Set<string>()): Set<string> {
  const { nameOf } = said.get(schema) ?? {};
  if (nameOf) found.add(nameOf);
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional || schema instanceof z.ZodReadonly)
    return namesNeeded(schema.unwrap(), found);
  if (schema instanceof z.ZodArray) return namesNeeded(schema.element, found);
  if (schema instanceof z.ZodObject) for (const part of Object.values(schema.shape)) namesNeeded(part, found);
  return found;
}
