import { and, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { iotMessageCounts, pers, persFormerSerials } from "@/db/schema";
import { iotMessages } from "@/db/schema/iot-message";
import type { Ctx, KnownCtx } from "@/server/kit/call/context";
import { countRows, type ListQuery, limitOf, metaOf } from "@/server/kit/list/list";
import { deepOffset } from "@/server/kit/list/list.rules";
import type { ListRequest } from "@/server/kit/list/list.schema";
import { contains, oneOf, since, until } from "@/server/kit/list/list-filters";
import { nextOf, readAfter } from "@/server/kit/list/list-next";
import { eachRows, type Placed, pagePlaced } from "@/server/kit/list/list-page";
import { isStorable } from "@/server/kit/value/text.rules";
import { countMessages, placeOf } from "./iot-count.service";
import { timeOfId } from "./iot-message.rules";
import { ListIotMessages } from "./iot-message.schema";

export interface IotRequest extends ListRequest {
  persSerialNumber?: string;
  iotMessageType?: string;
  dtBegin?: string;
  dtEnd?: string;
  persId?: string;
}

const query: ListQuery = {
  table: iotMessages,
  sort: { receivedAt: iotMessages.receivedAt },
  filters: { dtBegin: since(iotMessages.receivedAt), dtEnd: until(iotMessages.receivedAt) },
  order: ListIotMessages.order,
};

const mostSerials = 200;

const nothing = sql`false`;

/** Not `oneOf`: of a single value PostgreSQL makes an equality, and then reads the index in the order of the list. */
const among = (column: SQLWrapper, values: string[]) =>
  sql`${column} in (${sql.join(
    values.map((value) => sql`${value}`),
    sql`, `,
  )})`;

/**
 * The serials that match a filter. They are looked up in the PERS table, which has an index for parts of serials, so
 * that the messages only need an index of complete serials. Undefined where so many match that reading the log in order
 * is faster.
 */
async function serialsOf(ctx: Ctx, persSerialNumber: string) {
  const rows = await ctx.db
    .select({ serial: pers.nuSerialPersNumber })
    .from(pers)
    .where(contains(pers.nuSerialPersNumber)(persSerialNumber))
    .limit(mostSerials + 1);
  if (rows.length > mostSerials) return undefined;
  // Messages of a deleted PERS are found by the complete serial.
  const given = isStorable(persSerialNumber) ? [persSerialNumber] : [];
  return [...new Set([...rows.map(({ serial }) => serial), ...given])];
}

async function bySerial(ctx: Ctx, persSerialNumber: string) {
  const serials = await serialsOf(ctx, persSerialNumber);
  if (!serials) return contains(iotMessages.persSerialNumber)(persSerialNumber);
  return serials.length ? among(iotMessages.persSerialNumber, serials) : nothing;
}

/**
 * The messages of one PERS: under each serial number that it bore, those of the time in which it bore it. A serial that
 * another PERS gave up before counts from then on.
 * @returns a condition for each such time; none for a PERS that does not exist
 */
export async function periodsOf(ctx: Ctx, persId: string): Promise<SQL[]> {
  const former = persFormerSerials;
  const borne = await ctx.db.execute<{ serial: string; since: string | null; until: string | null }>(sql`
    select serial, until, greatest(lag(until) over (order by until nulls last), (
      select max(${former.endedAt}) from ${former}
      where ${former.nuSerialPersNumber} = serial and ${former.persId} <> ${persId} and ${former.endedAt} <= coalesce(until, now())
    )) as since
    from (
      select ${former.nuSerialPersNumber} as serial, ${former.endedAt} as until from ${former} where ${former.persId} = ${persId}
      union all select ${pers.nuSerialPersNumber}, null from ${pers} where ${pers.id} = ${persId}
    ) borne`);
  const { receivedAt, persSerialNumber } = iotMessages;
  return borne.map(({ serial, since, until }) => {
    const from = since ? sql` and ${receivedAt} >= ${since}::timestamptz` : sql``;
    const to = until ? sql` and ${receivedAt} < ${until}::timestamptz` : sql``;
    return sql`(${persSerialNumber} = ${serial}${from}${to})`;
  });
}

/**
 * The newest messages of each of these times for which the condition holds, as `at` and `payload`; each is found in the index,
 * so the cost does not depend on how many there are.
 */
export const newestOf = (periods: SQL[], limit: number, condition: SQL = sql`true`) =>
  periods.length === 0
    ? sql`select now() as at, '{}'::jsonb as payload where false`
    : sql.join(
        periods.map(
          (period) => sql`(select ${iotMessages.receivedAt} as at, ${iotMessages.payload} as payload from ${iotMessages}
        where ${period} and ${condition} order by ${iotMessages.receivedAt} desc limit ${limit})`,
        ),
        sql` union all `,
      );

/** The same as one condition. */
export async function ofPers(ctx: Ctx, persId: string) {
  const periods = await periodsOf(ctx, persId);
  return periods.length > 0 ? sql`(${sql.join(periods, sql` or `)})` : nothing;
}

/** The types whose name contains the text, from the hourly counts, hopping from one type to the next in the index. */
async function typesOf(ctx: Ctx, text: string) {
  const rows = await ctx.db.execute<{ type: string }>(sql`
    with recursive types(type) as (
      (select iot_message_type from ${iotMessageCounts} order by 1 limit 1)
      union all
      select (select iot_message_type from ${iotMessageCounts} where iot_message_type > types.type order by 1 limit 1)
      from types where types.type is not null)
    select type from types where ${contains(sql`type`)(text)}`);
  return rows.map(({ type }) => type);
}

/** The filters as a condition on the messages, with the types where nothing else narrows them. */
async function narrow(ctx: Ctx, request: IotRequest) {
  const conditions: SQL[] = [];
  let types: string[] | undefined;
  const { persId, persSerialNumber } = request;
  if (persId !== undefined) conditions.push(await ofPers(ctx, persId));
  if (persSerialNumber !== undefined) conditions.push(await bySerial(ctx, persSerialNumber));
  const isOfPers = persId !== undefined || persSerialNumber !== undefined;
  if (request.iotMessageType !== undefined) {
    types = await typesOf(ctx, request.iotMessageType);
    conditions.push(types.length ? among(iotMessages.iotMessageType, types) : nothing);
  }
  return { scope: conditions.length ? sql.join(conditions, sql` and `) : undefined, types, isOfPers };
}

type Narrowed = Awaited<ReturnType<typeof narrow>>;

const total = (ctx: Ctx, request: IotRequest, { scope, types, isOfPers }: Narrowed) =>
  isOfPers ? countRows(ctx, query, request, scope) : countMessages(ctx, request, types);

/** A page and the row behind it. Where a far page begins is found by the hourly counts. */
async function pageOf(ctx: Ctx, request: IotRequest, { scope, types, isOfPers }: Narrowed) {
  const offset = ((request.page ?? 1) - 1) * limitOf(request);
  if (isOfPers || offset <= deepOffset) return pagePlaced(ctx, query, request, scope, { extra: 1 });
  const place = await placeOf(ctx, request, types, offset);
  if (!place) return [];
  const within = scope ? sql`${scope} and ${place.condition}` : place.condition;
  const there = { ...request, page: undefined, offset: place.offset, knownTotal: undefined };
  return pagePlaced(ctx, query, there, within, { extra: 1 });
}

const idsOf = (rows: Placed[], request: IotRequest) => rows.slice(0, limitOf(request)).map(({ id }) => id);

/** Which PERS bore the serial number of a message when it came: the one that gave it up first after that, else the one that has it. */
async function bearersOf(ctx: Ctx, messages: { persSerialNumber: string }[]) {
  const serials = [...new Set(messages.map(({ persSerialNumber }) => persSerialNumber))];
  const { persId, nuSerialPersNumber, endedAt } = persFormerSerials;
  const [now, former] = await Promise.all([
    ctx.db
      .select({ id: pers.id, serial: pers.nuSerialPersNumber })
      .from(pers)
      .where(oneOf(pers.nuSerialPersNumber, serials, "text")),
    ctx.db
      .select({ id: persId, serial: nuSerialPersNumber, until: endedAt })
      .from(persFormerSerials)
      .where(oneOf(nuSerialPersNumber, serials, "text"))
      .orderBy(endedAt),
  ]);
  const current = new Map(now.map(({ id, serial }) => [serial, id]));
  return ({ persSerialNumber, receivedAt }: { persSerialNumber: string; receivedAt: string }) =>
    former.find(({ serial, until }) => serial === persSerialNumber && until > receivedAt)?.id ??
    current.get(persSerialNumber) ??
    null;
}

/** The messages of these ids, in their order. An id holds the moment it was received at, so few partitions are read. */
async function load(ctx: Ctx, ids: string[]) {
  if (ids.length === 0) return [];
  const times = ids.map((id) => timeOfId(id) ?? 0);
  const at = (ms: number) => new Date(ms).toISOString();
  const rows = await ctx.db
    .select()
    .from(iotMessages)
    .where(
      sql`${iotMessages.receivedAt} between ${at(Math.min(...times))}::timestamptz and ${at(Math.max(...times))}::timestamptz
        and ${oneOf(iotMessages.id, ids)}`,
    );
  const persOf = await bearersOf(ctx, rows);
  const byId = new Map(
    rows.map((row) => [row.id, { ...row, persId: persOf(row), createdAt: row.receivedAt, updatedAt: row.receivedAt }]),
  );
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** The log of what devices sent (document 4.15), newest first. */
export const iotLogService = {
  async list(ctx: KnownCtx, request: IotRequest) {
    const walk = readAfter(ctx, query, request);
    const narrowed = await narrow(ctx, request);
    const scope = and(narrowed.scope, walk?.condition);
    const [totalItems, rows] = await Promise.all([
      walk && !request.withTotal ? walk.totalItems : total(ctx, request, narrowed),
      pageOf(ctx, request, { ...narrowed, scope }),
    ]);
    const items = await load(ctx, idsOf(rows, request));
    const placed = walk ? { ...request, offset: walk.passed } : request;
    const next = nextOf(ctx, query, placed, rows, totalItems);
    return { meta: { ...metaOf(placed, totalItems, items.length), ...(next && { next }) }, items };
  },

  async rows(ctx: KnownCtx, request: IotRequest) {
    const rows = await pageOf(ctx, request, await narrow(ctx, request));
    return { items: await load(ctx, idsOf(rows, request)), hasMore: rows.length > limitOf(request) };
  },

  async count(ctx: KnownCtx, request: IotRequest) {
    return { totalItems: await total(ctx, request, await narrow(ctx, request)) };
  },

  async stream(ctx: KnownCtx, request: IotRequest, visit: (rows: Awaited<ReturnType<typeof load>>) => Promise<void>) {
    const { scope } = await narrow(ctx, request);
    await eachRows(ctx, query, request, scope, { load, visit });
  },
};
