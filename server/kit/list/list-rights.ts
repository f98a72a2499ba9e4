import { type KnownCtx, mayDo } from "@/server/kit/call/context";
import { AppError } from "@/server/kit/call/errors";
import type { Meta } from "@/server/kit/call/meta";
import type { Permission } from "@/server/permissions";

interface Read {
  permission: Permission;
  /** it is read by a company's own people inside it */
  isOfCompany: boolean;
  /** how many rows an address shows, up to a number where one is said; a list of figures has no such number */
  count?: (ctx: KnownCtx, query: URLSearchParams, most?: number) => Promise<number>;
}
const reads = new Map<string, Read>();

interface Procedure {
  _def: { meta?: unknown };
}

/**
 * Says who reads each list, by the names of its routers; once, when the routers are put together.
 * @param inputOf what a list is asked for by an address
 */
export function noteLists<P extends Procedure>(
  procedures: readonly (readonly [path: string, procedure: P])[],
  inputOf: (procedure: P, query: URLSearchParams, more: object) => object,
) {
  for (const [path, procedure] of procedures) {
    const [list = "", name] = path.split(".");
    const meta = procedure._def.meta as Meta | undefined; // every procedure of ours has such
    if (name !== "rows" || !meta?.list) continue;
    const isOfCompany = meta.company !== undefined && !meta.staffOnly;
    const { count, countUpTo } = meta.list;
    reads.set(list, {
      permission: meta.permission as Permission, // listProcedures take no other
      isOfCompany,
      count:
        count &&
        (async (ctx, query, most) => {
          const input = inputOf(procedure, query, ctx.company ? { companyId: ctx.company.id } : {});
          if (most !== undefined && countUpTo) return countUpTo(ctx, input, most);
          return (await count(ctx, input)).totalItems;
        }),
    });
  }
}

/**
 * How many rows of a list the caller has by what an address or a view says.
 * @param most counts up to that: more are one more
 * @throws AppError `forbidden` where they do not read it, or it has no such number; others for filters that it refuses
 */
export async function countOfList(
  ctx: KnownCtx,
  list: string,
  query: Readonly<Record<string, string>>,
  most?: number,
): Promise<number> {
  const count = mayReadList(ctx, list) && reads.get(list)?.count;
  if (!count) throw new AppError("forbidden", "You may not see this list.");
  return count(ctx, new URLSearchParams(query), most);
}

/** Whether the caller reads this list: inside the company of the context, or over all of them. */
export function mayReadList(ctx: KnownCtx, list: string): boolean {
  const read = reads.get(list);
  if (!read || read.isOfCompany !== (ctx.company !== undefined)) return false;
  return ctx.company ? ctx.company.rights.has(read.permission) : mayDo(ctx.actor, read.permission);
}
