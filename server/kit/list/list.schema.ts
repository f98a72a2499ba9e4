import { z } from "zod";
import "@/server/kit/value/zod-set-up.rules";
import { t } from "@/texts/t";

/** How many rows of the answer could not be read, are left out of it, and stand in the server's log; only where there are some. */
const unreadable = z.int().optional().meta({ description: "rows left out because they could not be read" });

export const Meta = z
  .object({
    totalItems: z.int(),
    itemCount: z.int(),
    itemsPerPage: z.int(),
    totalPages: z.int(),
    currentPage: z.int(),
    next: z.string().optional().meta({ description: "Where this page ends: `after` of the next one." }),
    unreadable,
  })
  .meta({ id: "PageMeta" });

/** The envelope of every list: `{meta, items}` (decisions 0). */
export const pageOf = <T extends z.ZodType>(item: T) => z.object({ meta: Meta, items: z.array(item) });

/** What a screen loads first: one page of rows, without waiting for the total. */
export const rowsOf = <T extends z.ZodType>(item: T) =>
  z.object({ items: z.array(item), hasMore: z.boolean(), unreadable });

export const Total = z.object({ totalItems: z.int() });

/** How many rows of a list, and which of its pages. */
export const Limit = z.int().min(1).max(1000).optional().meta({ default: 10, description: "Rows of a page." });
export const Page = z.int().min(1).max(1e9).optional().meta({ default: 1, description: "Which page, from 1." });

/** Where a walk goes on, and whether its total is counted again, for lists that are read to their end (ADR 106). */
export const After = z.string().min(1).max(8000).optional().meta({
  description: "`meta.next` of the page before, in place of `page`, with the same filters and without `sortBy`.",
});
export const WithTotal = z.boolean().optional().meta({
  description: "With `after`: counts the total anew, which is else that of the walk's first page.",
});

interface Options<S extends string, F extends z.ZodRawShape, R extends keyof F> {
  /** the sortable fields, published in the OpenAPI document */
  sort: readonly S[];
  /** the documented filters; each is optional unless `required` names it */
  filters: F;
  /** filters that must be given, such as the parent in a path */
  required?: readonly R[];
  /** such as "label:asc"; newest first where not said */
  order?: string;
  /** the document lists `offset`, a row offset that replaces `page` */
  offset?: boolean;
  /** the document lists `isGetAll` */
  isGetAll?: boolean;
}

type Optional<F extends z.ZodRawShape, R extends keyof F> = {
  [K in keyof F]: K extends R ? F[K] : z.ZodOptional<F[K]>;
};

export interface Sort {
  field: string;
  direction: "asc" | "desc";
}

/** `field:asc,other:desc` → its parts; anything else keeps its text, so that the check can name it. */
export const parseSort = (sortBy: string): Sort[] =>
  sortBy.split(",").map((part) => {
    const term = part.trim();
    const colon = term.indexOf(":");
    if (colon < 0) return { field: term, direction: "asc" };
    return { field: term.slice(0, colon), direction: term.slice(colon + 1) as Sort["direction"] };
  });

/**
 * The input of a list: `limit` (1 to 1000, 10 where not said), `page` from 1, `sortBy` over an allow-list, and the filters.
 */
export function listInput<const S extends string, F extends z.ZodRawShape, const R extends keyof F = never>(
  options: Options<S, F, R>,
) {
  const sortBy = z
    .string()
    .max(300)
    .superRefine((value, ctx) => {
      for (const { field, direction } of parseSort(value)) {
        if (!(options.sort as readonly string[]).includes(field))
          ctx.addIssue({
            code: "custom",
            message: t('"{field}" cannot be sorted by; use {fields}.', { field, fields: options.sort.join(", ") }),
          });
        if (direction !== "asc" && direction !== "desc")
          ctx.addIssue({
            code: "custom",
            message: t('"{direction}" is not a direction; use asc or desc.', { direction }),
          });
      }
    })
    .optional()
    .meta({ description: `field:asc or field:desc, comma-separated. Fields: ${options.sort.join(", ")}.` });
  const isRequired = new Set<PropertyKey>(options.required);
  const filters = Object.fromEntries(
    Object.entries(options.filters).map(([key, schema]) => [
      key,
      isRequired.has(key) ? schema : (schema as z.ZodType).optional(),
    ]),
  ) as Optional<F, R>; // the loop above is that mapping
  const special = {
    ...(options.offset && {
      offset: z.int().min(0).max(1e12).optional().meta({ description: "Rows to leave out, in place of `page`." }),
    }),
    ...(options.isGetAll && { isGetAll: z.boolean().optional() }),
  } as { offset: z.ZodOptional<z.ZodInt>; isGetAll: z.ZodOptional<z.ZodBoolean> }; // where the key is missing, so is its value
  const schema = z.object({
    limit: Limit,
    page: Page,
    after: After,
    withTotal: WithTotal,
    sortBy,
    ...special,
    ...filters,
  });
  return Object.assign(schema, {
    sortable: options.sort,
    order: options.order ?? "createdAt:desc",
    filterKeys: options.filters,
  });
}

export type ListInput = z.ZodObject & {
  sortable: readonly string[];
  order: string;
  filterKeys: z.ZodRawShape;
};

/** A request for a page after its check; every `listInput` parses to at least this. */
export interface ListRequest {
  limit?: number;
  page?: number;
  sortBy?: string;
  offset?: number;
  isGetAll?: boolean;
  after?: string;
  withTotal?: boolean;
  /** the total as the caller last got it, so that a page near the end can be read backwards */
  knownTotal?: number;
}
