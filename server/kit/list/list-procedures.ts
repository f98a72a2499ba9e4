import { z } from "zod";
import type { KnownCtx } from "@/server/kit/call/context";
import type { Meta, RestMeta } from "@/server/kit/call/meta";
import { type ofAnyCompany, type ofCompany, permitted } from "@/server/kit/call/procedure";
import { fromReplica } from "@/server/kit/call/replica";
import { known, type OfCompany } from "@/server/kit/call/wire";
import type { Permission } from "@/server/permissions";
import { type ListInput, type ListRequest, pageOf, rowsOf, Total } from "./list.schema";

/** Who may use it: staff over all companies, a company's people inside theirs, or staff inside one. */
export type Door = typeof permitted | typeof ofCompany | typeof ofAnyCompany;
/** What the door needs beside the input itself. */
export type DoorInput<D extends Door> = D extends typeof permitted ? unknown : z.output<typeof OfCompany>;

interface ListService<Row> {
  // Methods, so that a service may ask for what its input always holds, such as the record its rows belong to.
  list(ctx: KnownCtx, request: ListRequest): Promise<{ meta: PageMeta; items: Row[] }>;
  rows(ctx: KnownCtx, request: ListRequest): Promise<{ items: Row[]; hasMore: boolean }>;
  count(ctx: KnownCtx, request: ListRequest): Promise<{ totalItems: number }>;
  countUpTo?(ctx: KnownCtx, request: ListRequest, most: number): Promise<number>;
  stream(ctx: KnownCtx, request: ListRequest, visit: (rows: Row[]) => Promise<void>): Promise<void>;
  of?: NonNullable<Meta["list"]>["of"];
}
interface PageMeta {
  totalItems: number;
  itemCount: number;
  itemsPerPage: number;
  totalPages: number;
  currentPage: number;
  next?: string;
}

interface Options<I extends ListInput, S extends z.ZodType, P, D> {
  may: { read: Permission };
  /** the documented operation; a list only screens use has none */
  rest?: RestMeta;
  input: I;
  item: S;
  /** the documents' name of the list, such as "ListRoleResponseDTO" */
  dto?: string;
  service: ListService<z.input<S>>;
  /** the filter that the documented operation must be given, such as the record whose parts it lists; screens list all */
  parent?: P;
  /** `permitted` where not said */
  door?: D;
  /** a page follows it live: a replica may not hold yet what came just before, so it is asked of the primary */
  isLive?: boolean;
}

type With<T, P extends PropertyKey> = T & { [K in P & keyof T]-?: NonNullable<T[K]> };
/**
 * A list's input with what its door asks for, and the parent where it must be named. It is known because the
 * door checks its own key, tRPC puts both inputs together, and `named` below has made the parent required.
 */
type Takes<I extends ListInput, P extends PropertyKey, D extends Door> = z.ZodType<
  With<z.output<I>, P> & DoorInput<D>,
  With<z.input<I>, P> & DoorInput<D>
>;
type ScreenTakes<I extends ListInput, D extends Door> = z.ZodType<
  z.output<I> & DoorInput<D> & { knownTotal?: number },
  z.input<I> & DoorInput<D> & { knownTotal?: number }
>;

/**
 * What every list offers: `list` (the documented operation: a page with its exact total), `rows` (a screen's first
 * question: a page, no total), `count` (its second), and the stream behind `/api/export/{router}`.
 */
export function listProcedures<
  I extends ListInput,
  S extends z.ZodType,
  P extends keyof I["filterKeys"] & string = never,
  D extends Door = typeof permitted,
>(options: Options<I, S, P, D>) {
  const { may, rest, input, item, dto, service, parent } = options;
  const page = pageOf(item);
  const enter = (options.door ?? permitted) as typeof permitted; // what a door adds to the input stands in `Takes`
  const request = (value: unknown) => value as ListRequest; // every listInput parses to a ListRequest
  const named = parent === undefined ? input : input.extend({ [parent]: input.filterKeys[parent] });
  const ask: typeof fromReplica = options.isLive ? (ctx, work) => work(ctx) : fromReplica;
  const { after: _, withTotal: __, ...shape } = input.shape; // screens turn pages
  const screenInput = z.object({ ...shape, knownTotal: z.int().min(0).optional() });
  return {
    list: enter(may.read, rest)
      .input(known<Takes<I, P, D>>(named))
      .output(dto ? page.meta({ id: dto }) : page)
      .query(({ ctx, input }) => ask(ctx, (ctx) => service.list(ctx, request(input)))),
    rows: enter(may.read)
      .meta({
        permission: may.read,
        list: { stream: service.stream, count: service.count, countUpTo: service.countUpTo, of: service.of },
      })
      .input(known<ScreenTakes<I, D>>(screenInput))
      .output(rowsOf(item))
      .query(({ ctx, input }) => ask(ctx, (ctx) => service.rows(ctx, request(input)))),
    count: enter(may.read)
      .input(known<Takes<I, never, D>>(z.object(shape)))
      .output(Total)
      .query(({ ctx, input }) => ask(ctx, (ctx) => service.count(ctx, request(input)))),
  };
}
