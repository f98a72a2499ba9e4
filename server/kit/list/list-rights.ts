import { type KnownCtx, mayDo } from "@/server/kit/call/context";
import type { Meta } from "@/server/kit/call/meta";
import type { Permission } from "@/server/permissions";

interface Read {
  permission: Permission;
  /** it is read by a company's own people inside it */
  isOfCompany: boolean;
}
const reads = new Map<string, Read>();

type Procedures = readonly (readonly [path: string, procedure: { _def: { meta?: unknown } }])[];

/** Says who reads each list, by the names of its routers; once, when the routers are put together. */
export function noteLists(procedures: Procedures) {
  for (const [path, { _def }] of procedures) {
    const [list = "", name] = path.split(".");
    const meta = _def.meta as Meta | undefined; // every procedure of ours has such
    if (name !== "rows" || !meta?.list) continue;
    const isOfCompany = meta.company !== undefined && !meta.staffOnly;
    reads.set(list, { permission: meta.permission as Permission, isOfCompany }); // listProcedures take no other
  }
}

/** Whether the caller reads this list: inside the company of the context, or over all of them. */
export function mayReadList(ctx: KnownCtx, list: string): boolean {
  const read = reads.get(list);
  if (!read || read.isOfCompany !== (ctx.company !== undefined)) return false;
  return ctx.company ? ctx.company.rights.has(read.permission) : mayDo(ctx.actor, read.permission);
}
