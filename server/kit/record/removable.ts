import { getTableColumns } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import { type KnownCtx, mayDo } from "@/server/kit/call/context";
import type { Meta } from "@/server/kit/call/meta";
import type { Permission } from "@/server/permissions";
import type { LostPart } from "./removal.rules";

type Returns = NonNullable<Meta["returns"]>;

/** A service of records, or of texts, by what it is called in the audit trail. */
export interface Named {
  name?: string;
  source?: { name: string; table: PgTable };
  of?: { table: PgTable };
  restore?(ctx: KnownCtx, id: string): Promise<unknown>;
}

const partOf = (key: string): LostPart => (/pin/i.test(key) ? "pin" : "secret");

/** What the `restore` of a service brings back, and what the trail never kept of it: hashes and what is sealed. */
export function returnsOf(service: Named, read: Permission): Returns | undefined {
  const { restore } = service;
  const kind = service.name ?? service.source?.name;
  const table = service.of?.table ?? service.source?.table;
  if (!restore || !kind) return undefined;
  const secrets = Object.keys(table ? getTableColumns(table) : {}).filter((key) => key.endsWith("Hash"));
  return { kind, read, lost: [...new Set(secrets.map(partOf))], restore: (ctx, id) => restore.call(service, ctx, id) };
}

/** A kind of record that comes back when it was removed. */
export interface Removable extends Returns {
  write: Permission;
  /** where it is brought back: over all companies, by staff inside one, or by a company's own people inside theirs */
  door: "all" | "anyCompany" | "company";
}

const removables = new Map<string, Removable>();

type Procedures = readonly (readonly [path: string, procedure: { _def: { meta?: unknown } }])[];

/** Says what can be brought back, by the names of the routers that list it; once, when the routers are put together. */
export function noteRemovable(procedures: Procedures) {
  const lists = new Set(procedures.map(([path]) => path));
  for (const [path, { _def }] of procedures) {
    const [list = "", name, ...more] = path.split(".");
    const meta = _def.meta as Meta | undefined; // every procedure of ours has such
    if (name !== "restore" || more.length > 0 || !meta?.returns || !lists.has(`${list}.rows`)) continue;
    const door = meta.company === undefined ? "all" : meta.staffOnly ? "anyCompany" : "company";
    removables.set(list, { ...meta.returns, write: meta.permission as Permission, door }); // crudProcedures take no other
  }
}

/** Whether the caller has this right over what they could bring back: inside the company of the context, or over all of them. */
function holds(ctx: KnownCtx, { door, ...may }: Removable, right: "read" | "write"): boolean {
  if ((door === "company") !== (ctx.company !== undefined)) return false;
  return ctx.company ? ctx.company.rights.has(may[right]) : mayDo(ctx.actor, may[right]);
}

/** What a list is of, where its records come back when they are removed, and the caller may look at those. */
export function removableFor(ctx: KnownCtx, list: string): Removable | undefined {
  const found = removables.get(list);
  return found && holds(ctx, found, "read") ? found : undefined;
}

/** Of all such lists, by their names. */
export const listsOfRemovables = (ctx: KnownCtx): Record<string, string> =>
  Object.fromEntries([...removables].flatMap(([list, one]) => (holds(ctx, one, "read") ? [[list, one.kind]] : [])));

/** The kinds whose removed records the caller may look at, or bring back. */
export const removablesFor = (ctx: KnownCtx, right: "read" | "write"): Removable[] =>
  [...removables.values()].filter((one) => holds(ctx, one, right));
