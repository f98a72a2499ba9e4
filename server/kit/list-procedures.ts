import { z } from "zod";
import type { Permission } from "@/server/permissions";
import type { KnownCtx } from "./context";
import { type ListInput, type ListRequest, pageOf, rowsOf, Total } from "./list.schema";
import type { RestMeta } from "./meta";
import { permitted } from "./procedure";

interface ListService<Row> {
  list: (ctx: KnownCtx, request: ListRequest) => Promise<{ meta: PageMeta; items: Row[] }>;
  rows: (ctx: KnownCtx, request: ListRequest) => Promise<{ items: Row[]; hasMore: boolean }>;
  count: (ctx: KnownCtx, request: ListRequest) => Promise<{ totalItems: number }>;
  stream: (ctx: KnownCtx, request: ListRequest, visit: (rows: Row[]) => Promise<void>) => Promise<void>;
}
interface PageMeta {
  totalItems: number;
  itemCount: number;
  itemsPerPage: number;
  totalPages: number;
  currentPage: number;
}

interface Options<I extends ListInput, S extends z.ZodType> {
  permission: Permission;
  /** the documented operation; a list only screens use has none */
  rest?: RestMeta;
  input: I;
  item: S;
  /** the documents' name of the list, such as "ListRoleResponseDTO" */
  dto?: string;
  service: ListService<z.input<S>>;
}

/**
 * What every list offers: `list` (the documented operation: a page with its exact total), `rows` (a screen's first
 * question: a page, no total), `count` (its second), and the stream behind `/api/export/{router}`.
 */
export function listProcedures<I extends ListInput, S extends z.ZodType>(options: Options<I, S>) {
  const { permission, rest, input, item, dto, service } = options;
  const page = pageOf(item);
  const screenInput = z.object({ ...input.shape, knownTotal: z.int().min(0).optional() });
  const request = (value: unknown) => value as ListRequest; // every listInput parses to a ListRequest
  const screen = permitted(permission).meta({ permission, list: { stream: service.stream } });
  return {
    list: permitted(permission, rest)
      .input(input as unknown as z.ZodType<z.output<I>, z.input<I>>)
      .output(dto ? page.meta({ id: dto }) : page)
      .query(({ ctx, input }) => service.list(ctx, request(input))),
    rows: screen
      .input(
        screenInput as unknown as z.ZodType<
          z.output<I> & { knownTotal?: number },
          z.input<I> & { knownTotal?: number }
        >,
      )
      .output(rowsOf(item))
      .query(({ ctx, input }) => service.rows(ctx, request(input))),
    count: permitted(permission)
      .input(input as unknown as z.ZodType<z.output<I>, z.input<I>>)
      .output(Total)
      .query(({ ctx, input }) => service.count(ctx, request(input))),
  };
}
