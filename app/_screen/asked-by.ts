import type { z } from "zod";
import { type FilterValue, orderOf, placeOf } from "@/components/kit/list/url";
import type { ListName } from "@/components/kit/resource";
import { fieldsOf, inputSchemaOf, proceduresOf } from "@/server/doors/rest-plan";
import { fromText } from "@/server/doors/rest-text";
import { appRouter } from "@/server/root";

export type Address = Record<string, string | string[] | undefined>;

const procedures = new Map(proceduresOf(appRouter));

/** How a list is asked for its rows: its procedure's own schema, and what each text of an address stands for. */
function readerOf(name: ListName) {
  const procedure = procedures.get(`${name}.rows`);
  if (!procedure) throw new Error(`${name} has no rows`);
  const { shape } = procedure._def.inputs[0] as z.ZodObject; // listProcedures make it so
  return { shape: shape as Record<string, z.ZodType>, fields: fieldsOf(inputSchemaOf(procedure)) };
}
const readers = new Map<ListName, ReturnType<typeof readerOf>>();

const places = new Set(["limit", "page", "sortBy", "offset", "isGetAll", "knownTotal"]);

export const paramsOf = (address: Address) =>
  new URLSearchParams(Object.entries(address).map(([key, value]) => [key, String(value ?? "")]));

/**
 * What an address asks of a list, as its screen will ask it, so that the rows are there when the screen is. The list's own
 * schema says what there is to ask for; what it does not know or take is left out, as the screen leaves it out.
 */
export function askedBy(name: ListName, address: Address) {
  const reader = readers.get(name) ?? readerOf(name);
  readers.set(name, reader);
  const { shape, fields } = reader;
  const takes = (key: string, value: unknown) => shape[key]?.safeParse(value).success ?? false;
  const params = paramsOf(address);
  const filters: Record<string, FilterValue> = {};
  for (const [key, field] of fields) {
    const text = params.get(key)?.trim();
    const value = text && !places.has(key) ? (fromText(field, text) as FilterValue) : undefined; // no filter of a screen is an object
    if (value !== undefined && takes(key, value)) filters[key] = value;
  }
  return { ...placeOf(params), sort: orderOf(params, (field) => takes("sortBy", field)), filters };
}
