import type { SQL } from "drizzle-orm";
import { type KnownCtx, ownerOf } from "@/server/kit/call/context";
import { AppError } from "@/server/kit/call/errors";
import { sha256 } from "@/server/kit/secret/hash";
import { sealDataAlike, unsealData } from "@/server/kit/secret/seal";
import { type ListQuery, limitOf, offsetOf } from "./list";
import type { ListRequest } from "./list.schema";
import { behind, termsOf, type Value } from "./list-order";
import type { Placed } from "./list-page";

// Walks of long lists: `meta.next` says where a page ended, and `after` continues behind that row, even if rows came or went
// meanwhile (ADR 106). What it says is sealed, because a value of the order may be none that the answer shows.

const purpose = "walk";

/** What `meta.next` holds. */
interface Place {
  /** its caller, list, filters and order */
  of: string;
  /** what the order compares of the last row */
  values: [text: string | null, type: string][];
  /** rows up to and with the last one */
  passed: number;
  totalItems: number;
}

/** What differs from page to page of one walk. */
const ofPage = new Set(["after", "limit", "page", "sortBy", "withTotal"]);

/** The walk that a call belongs to: the same caller, procedure, filters and order, inside the same company. */
function walkOf(ctx: KnownCtx, { order }: ListQuery) {
  const { path, input } = ctx.asked ?? { path: "", input: {} };
  const filters = Object.entries(Object(input)).filter(([key, value]) => !ofPage.has(key) && value !== undefined);
  return sha256(JSON.stringify([ownerOf(ctx), ctx.company?.id, path, order, filters.sort()]));
}

const refused = (path: string, message: string) =>
  new AppError("invalid_input", undefined, { errors: [{ path, message }] });

const isDefault = ({ order }: ListQuery, { sortBy }: ListRequest) => sortBy === undefined || sortBy === order;

/**
 * Where a request's walk goes on; undefined where it begins with a page.
 * @returns the condition on the rows behind the last page, how many rows came before them, and the total as it was counted
 * @throws AppError 400 for an `after` beside a page, in another order, of another walk, or that is none
 */
export function readAfter(ctx: KnownCtx, query: ListQuery, request: ListRequest) {
  const { after } = request;
  if (after === undefined) return undefined;
  const beside = (["page", "offset", "isGetAll"] as const).find((key) => request[key] !== undefined);
  if (beside) throw refused(beside, "Send this or `after`, not both.");
  if (!isDefault(query, request)) throw refused("sortBy", "A walk by `after` has the list's own order.");
  const place = placeIn(after);
  if (place?.of !== walkOf(ctx, query))
    throw refused("after", "This is no `meta.next` of this list with these filters.");
  const values = place.values.map(([text, type]): Value => ({ text, type }));
  const condition: SQL | undefined = behind(termsOf(query, request), values);
  return { condition, passed: place.passed, totalItems: place.totalItems };
}

function placeIn(after: string): Place | undefined {
  try {
    return JSON.parse(unsealData(purpose, Buffer.from(after, "base64url")).toString("utf8"));
  } catch {
    return undefined; // of another key or purpose, or changed on its way
  }
}

/**
 * What `meta.next` is behind a page; undefined where the walk ends, or the page is in an order of the caller's.
 * @param rows the page's, and one more where there is one
 */
export function nextOf(ctx: KnownCtx, query: ListQuery, request: ListRequest, rows: Placed[], totalItems: number) {
  const limit = limitOf(request);
  const last = rows[limit - 1];
  const isOver = request.isGetAll || rows.length <= limit;
  if (!ctx.asked || !last || isOver || !isDefault(query, request)) return undefined;
  const values = last.values.map(({ text, type }): Place["values"][number] => [text, type]);
  const place: Place = { of: walkOf(ctx, query), values, passed: offsetOf(request) + limit, totalItems };
  return sealDataAlike(purpose, Buffer.from(JSON.stringify(place))).toString("base64url");
}
