import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { modelPers, pers } from "@/db/schema";
import { useDatabase } from "@/db/testing/database";
import { env } from "@/env/env";
import { failure, staffCtx } from "@/server/kit/testing";
import { appRouter } from "@/server/root";
import { iotLogService } from "./iot-log.service";
import { keepPartitions, oldestKept } from "./iot-partition.service";

const { db } = useDatabase();
const api = () => appRouter.createCaller(staffCtx(db())).iotMessages;
const begin = new Date(Date.now() - 30 * 86_400_000);
const day = begin.toISOString().slice(0, 10);
const total = 25_000;
let persId = "";

/** One message every 7 seconds from the beginning of a day on: serials P-0 to P-9, every third an alarm. */
beforeAll(async () => {
  const [model] = await db().insert(modelPers).values({ label: "Core" }).returning();
  const serials = ["P-0", "P-1", "P-2", "Q%1"];
  const made = await db()
    .insert(pers)
    .values(serials.map((nuSerialPersNumber) => ({ nuSerialPersNumber, modelPERSId: model?.id ?? "" })))
    .returning();
  persId = made[1]?.id ?? "";
  await db().execute(sql`
    insert into backoffice.iot_messages (id, received_at, sent_at, message_id, pers_serial_number, iot_message_type, payload)
    select (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '7000800000000000' || lpad(to_hex(n), 4, '0'))::uuid,
      at, at, 'm' || n, case when n = 5 then 'Q%1' else 'P-' || n % 10 end, case when n % 3 = 0 then 'alarm' else 'status' end,
      jsonb_build_object('n', n)
    from (select n, ${day}::timestamptz + n * interval '7 seconds' as at from generate_series(0, ${total - 1}::int) n) m`);
  await db().execute(sql`
    insert into backoffice.iot_message_counts (hour, iot_message_type, shard, messages)
    select date_trunc('hour', received_at), iot_message_type, 0, count(*) from backoffice.iot_messages group by 1, 2`);
});

const at = (n: number) => new Date(Date.parse(day) + n * 7000).toISOString();
const numbers = (items: { payload: Record<string, unknown> }[]) => items.map(({ payload }) => payload.n);
const list = (request: object) => api().list(request);

describe("the log of messages", () => {
  it("begins with the newest, pages anywhere, and knows its exact total", async () => {
    const first = await list({ limit: 3 });
    expect(numbers(first.items)).toEqual([total - 1, total - 2, total - 3]);
    expect(first.meta).toMatchObject({ totalItems: total, totalPages: Math.ceil(total / 3) });
    const oldestFirst = await list({ limit: 3, sortBy: "receivedAt:asc" });
    expect(numbers(oldestFirst.items)).toEqual([0, 1, 2]);
    for (const page of [201, 230, 249, 250]) {
      const start = (page - 1) * 100;
      const down = await list({ limit: 100, page });
      expect(numbers(down.items), `page ${page}`).toEqual(Array.from({ length: 100 }, (_, k) => total - 1 - start - k));
      const up = await list({ limit: 100, page, sortBy: "receivedAt:asc" });
      expect(numbers(up.items), `page ${page} upwards`).toEqual(Array.from({ length: 100 }, (_, k) => start + k));
    }
    expect((await list({ limit: 100, page: 251 })).items).toEqual([]);
    expect((await failure(list({ sortBy: "payload:asc" }))).status).toBe(400);
  });

  it("pages far within a period and a type as it does without", async () => {
    const period = { dtBegin: at(100), dtEnd: at(24_900) };
    const request = { ...period, limit: 100, page: 240 };
    expect(numbers((await list(request)).items)[0]).toBe(24_900 - 23_900);
    expect(numbers((await list({ ...request, sortBy: "receivedAt:asc" })).items)[0]).toBe(100 + 23_900);
    expect((await list(period)).meta.totalItems).toBe(24_801);
    expect((await list({ ...period, iotMessageType: "ALAR" })).meta.totalItems).toBe(24_801 / 3);
  });

  it("counts a period to the millisecond, a bare day whole", async () => {
    const inDay = Math.ceil(86_400 / 7);
    expect((await list({ dtBegin: day, dtEnd: day })).meta.totalItems).toBe(inDay);
    expect((await list({ dtBegin: at(3), dtEnd: at(5) })).meta.totalItems).toBe(3);
    expect((await list({ dtBegin: at(3), dtEnd: at(2) })).meta.totalItems).toBe(0);
    const early = new Date(Date.parse(at(5)) - 1).toISOString();
    expect((await list({ dtBegin: at(3), dtEnd: early })).meta.totalItems).toBe(2);
    expect((await list({ dtBegin: at(3).replace("Z", "+00:00"), dtEnd: at(2000) })).meta.totalItems).toBe(1998);
  });

  it("finds a serial by any part of it, known or gone, and a type by any part of its name", async () => {
    expect((await list({ persSerialNumber: "p-1" })).meta.totalItems).toBe(total / 10);
    expect((await list({ persSerialNumber: "P-" })).meta.totalItems).toBe((total / 10) * 3);
    expect((await list({ persSerialNumber: "P-9" })).meta.totalItems).toBe(total / 10);
    expect(numbers((await list({ persSerialNumber: "q%1" })).items)).toEqual([5]);
    expect((await list({ persSerialNumber: "nobody" })).meta.totalItems).toBe(0);
    expect((await list({ persId })).meta.totalItems).toBe(total / 10);
    expect((await list({ persId: crypto.randomUUID() })).meta.totalItems).toBe(0);
    expect((await list({ iotMessageType: "STAT" })).meta.totalItems).toBe(total - Math.ceil(total / 3));
    expect((await list({ iotMessageType: "_" })).items).toEqual([]);
    expect((await list({ persId, iotMessageType: "alarm" })).meta.totalItems).toBe(833);
  });

  it("says of a page by rows whether there are more, also where it ends with the last one", async () => {
    const rows = async (limit: number, page = 1) => {
      const { items, hasMore } = await api().rows({
        iotMessageType: "status",
        dtBegin: at(0),
        dtEnd: at(5),
        limit,
        page,
      });
      return [items.length, hasMore];
    };
    expect(await rows(3)).toEqual([3, true]);
    expect(await rows(4)).toEqual([4, false]);
    expect(await rows(5)).toEqual([4, false]);
    expect(await rows(2, 2)).toEqual([2, false]);
  });

  it("streams everything in order", async () => {
    const seen: unknown[] = [];
    await iotLogService.stream(staffCtx(db()), { persId } as object, async (rows) => {
      seen.push(...numbers(rows));
    });
    expect(seen).toEqual(Array.from({ length: total / 10 }, (_, k) => total - 9 - 10 * k));
  });
});

describe("the keeper of partitions", () => {
  const names = async () => {
    const rows = await db().execute<{ name: string }>(sql`
      select relname as name from pg_class where relispartition and relkind = 'r' and relname ~ 'iot' order by 1`);
    return rows.map(({ name }) => name);
  };
  const keep = () => db().transaction((tx) => keepPartitions({ ...staffCtx(db()), db: tx as never }));

  it("makes what is ahead, drops what is old, and changes nothing the second time", async () => {
    await keep(); // the template may be of last month
    const before = await names();
    expect(await keep()).toBe(0);
    await db().execute(sql.raw(`drop table backoffice.${before.at(-1)}`));
    await db().execute(sql`select backoffice.iot_make_partition('iot_messages', '2020-01-01')`);
    expect(await keep()).toBe(2);
    expect(await names()).toEqual(before);
    const oldest = before.find((name) => /^iot_message_keys_\d/.test(name)) ?? "";
    expect(new Date(oldestKept(Date.now())).toISOString()).toBe(
      `${oldest.slice("iot_message_keys_".length).replace("_", "-")}-01T00:00:00.000Z`,
    );
    env.IOT_RETENTION_MONTHS = 20;
    expect(await keep()).toBe(4);
    env.IOT_RETENTION_MONTHS = 24;
    expect(await keep()).toBe(4);
    expect(await names()).toEqual(before);
  });

  it("adds up the counts of past hours", async () => {
    await db().execute(sql`
      insert into backoffice.iot_message_counts values (${`${day}T00:00:00Z`}, 'status', 3, 4), (${`${day}T00:00:00Z`}, 'status', 5, 6)`);
    const sum = async () => (await api().count({})).totalItems;
    expect(await sum()).toBe(total + 10);
    await keep();
    expect(await sum()).toBe(total + 10);
    const parts = () => db().execute(sql`select shard from backoffice.iot_message_counts where shard > 0`);
    expect(await parts()).toHaveLength(0);
    // The counts of this hour are being written.
    await db().execute(
      sql`insert into backoffice.iot_message_counts values (date_trunc('hour', now()), 'status', 7, 1)`,
    );
    await keep();
    expect(await parts()).toMatchObject([{ shard: 7 }]);
  });

  it("is done by the first batch where nobody did it", async () => {
    const current = (await names()).filter((name) =>
      name.endsWith(new Date().toISOString().slice(0, 7).replace("-", "_")),
    );
    for (const name of current) await db().execute(sql.raw(`drop table backoffice.${name}`));
    const message = { messageId: "first", persSerialNumber: "P-1", iotMessageType: "status", payload: {} };
    const answer = await api().ingest({ messages: [{ ...message, sentAt: new Date().toISOString() }] });
    expect(answer).toMatchObject({ accepted: 1 });
    expect(await names()).toEqual(expect.arrayContaining(current));
  });
});

describe("a PERS with another serial number", () => {
  const modelOf = async () => (await db().select().from(modelPers))[0]?.id ?? "";
  const device = async (nuSerialPersNumber: string) =>
    (await devices().create({ nuSerialPersNumber, modelPERSId: await modelOf() })).id;
  const devices = () => appRouter.createCaller(staffCtx(db())).pers;
  const send = async (persSerialNumber: string, ...texts: string[]) => {
    const sentAt = new Date().toISOString();
    const messages = texts.map((n) => ({
      messageId: `serial-${n}`,
      persSerialNumber,
      iotMessageType: "status",
      payload: { n },
      sentAt,
    }));
    expect(await api().ingest({ messages })).toMatchObject({ accepted: texts.length });
  };
  const of = async (persId: string) => {
    const { items } = await list({ persId, sortBy: "receivedAt:asc" });
    expect(items.filter((item) => item.persId !== persId)).toEqual([]);
    return numbers(items);
  };
  const rename = (id: string, nuSerialPersNumber: string) => devices().update({ id, nuSerialPersNumber });

  it("keeps its messages, and gets none of who bore the number before or after", async () => {
    await db().transaction((tx) => keepPartitions({ ...staffCtx(db()), db: tx, inTransaction: true }));
    const one = await device("S-1");
    await send("S-1", "a", "b");
    await rename(one, "S-2");
    await send("S-2", "c");
    expect(await of(one)).toEqual(["a", "b", "c"]);
    expect((await list({ persId: one })).meta.totalItems).toBe(3);
    expect(numbers((await list({ persId: one, persSerialNumber: "S-2" })).items)).toEqual(["c"]);
    const two = await device("S-1");
    expect(await of(two)).toEqual([]);
    await send("S-1", "d");
    await rename(two, "S-3");
    await rename(one, "S-1");
    await send("S-1", "e");
    await send("S-3", "f");
    expect([await of(one), await of(two)]).toEqual([
      ["a", "b", "c", "e"],
      ["d", "f"],
    ]);
    await devices().update({ id: one, status: "retired" });
    expect(await of(one)).toEqual(["a", "b", "c", "e"]);
    await devices().remove({ id: one });
    expect(await of(one)).toEqual([]);
    await devices().restore({ id: one });
    expect(await of(one)).toEqual(["a", "b", "c", "e"]);
  });
});
