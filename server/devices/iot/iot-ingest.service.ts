import { sql } from "drizzle-orm";
import { uuidv7 } from "uuidv7";
import { planned } from "@/db/client";
import { inTransaction, type KnownCtx } from "@/server/kit/call/context";
import { groupBy } from "@/server/kit/value/group.rules";
import { t } from "@/texts/t";
import type { DeviceReport } from "../current-data/current-data.rules";
import { updateCurrentData } from "../current-data/current-data-write.service";
import { type Spoken, takeSpoken } from "../firmware-rollout/rollout-message.service";
import { type GoodMessage, isGood, judge, type Rejected, readingsOf, timeOfId } from "./iot-message.rules";
import { keepPartitions, oldestKept } from "./iot-partition.service";

/** A good message of a known PERS, with the id and time it is stored under. */
interface Incoming extends GoodMessage {
  persId: string;
  id: string;
  receivedAt: string;
}

const shards = 8;
/** A notification of PostgreSQL holds less than 8,000 bytes; an id takes 37 with its comma. */
const idsInNotice = 200;
export const liveChannel = "iot_messages";

async function persBySerial(ctx: KnownCtx, messages: GoodMessage[]) {
  const serials = [...new Set(messages.map(({ persSerialNumber }) => persSerialNumber))];
  const rows = await planned(ctx.db).execute<{ id: string; serial: string }>(sql`
    select id, nu_serial_pers_number as serial from backoffice.pers
    where nu_serial_pers_number in (select json_array_elements_text(${JSON.stringify(serials)}::json))`);
  return new Map(rows.map(({ id, serial }) => [serial, id]));
}

/** Stores the messages that are new; what has been there is left. @returns the ids of the new ones */
async function storeNew(ctx: KnownCtx, incoming: Incoming[]): Promise<Set<string>> {
  const rows = JSON.stringify(incoming.map(({ index, persId, ...row }) => row));
  const stored = await ctx.db.execute<{ id: string }>(sql`
    with incoming as (
      select * from json_to_recordset(${rows}::json) as m(key uuid, id uuid, "receivedAt" timestamptz, "sentAt" timestamptz,
        "messageId" text, "persSerialNumber" text, "iotMessageType" text, payload jsonb)),
    fresh as (
      insert into backoffice.iot_message_keys (key, received_at)
      select key, "receivedAt" from incoming order by key on conflict do nothing returning key)
    insert into backoffice.iot_messages (id, received_at, sent_at, message_id, pers_serial_number, iot_message_type, payload)
    select id, "receivedAt", "sentAt", "messageId", "persSerialNumber", "iotMessageType", payload
    from incoming where key in (select key from fresh)
    returning id`);
  return new Set(stored.map(({ id }) => id));
}

const reportOf = ({ iotMessageType, sentAt, key, payload }: Incoming): DeviceReport => ({
  type: iotMessageType,
  sentAt,
  key,
  readings: readingsOf(payload),
});

/** Adds to the hourly counts, and notifies those who watch one of these PERS. */
async function countAndTell(ctx: KnownCtx, fresh: Incoming[]) {
  const groups = groupBy(fresh, ({ receivedAt, iotMessageType }) => `${receivedAt.slice(0, 13)} ${iotMessageType}`);
  const counts = [...groups]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([group, { length }]) => {
      const [hour = "", type = ""] = group.split(" ");
      return { hour: `${hour}:00:00Z`, type, messages: length };
    });
  const persIds = [...new Set(fresh.map(({ persId }) => persId))];
  const notices = Array.from({ length: Math.ceil(persIds.length / idsInNotice) }, (_, n) =>
    persIds.slice(n * idsInNotice, (n + 1) * idsInNotice).join(","),
  );
  await ctx.db.execute(sql`
    with counted as (
      insert into backoffice.iot_message_counts (hour, iot_message_type, shard, messages)
      select hour, type, ${Math.floor(Math.random() * shards)}::int, messages
      from json_to_recordset(${JSON.stringify(counts)}::json) as c(hour timestamptz, type text, messages bigint)
      on conflict (iot_message_type, hour, shard) do update set messages = iot_message_counts.messages + excluded.messages)
    select pg_notify(${liveChannel}, value) from json_array_elements_text(${JSON.stringify(notices)}::json)`);
}

/** The newest message of each PERS that says what firmware it runs. */
function spokenOf(fresh: Incoming[]): Spoken[] {
  const newest = new Map<string, Spoken & { key: string }>();
  for (const { persId, payload, sentAt, key } of fresh) {
    const { firmwareVersion } = payload;
    const before = newest.get(persId);
    if (typeof firmwareVersion !== "string" || (before && before.sentAt + before.key > sentAt + key)) continue;
    newest.set(persId, { persId, firmwareVersion, sentAt, key });
  }
  return [...newest.values()].map(({ key: _, ...spoken }) => spoken);
}

/** Everything a batch changes, in one transaction of statements that are planned once. @returns how many messages were new */
const store = (ctx: KnownCtx, incoming: Incoming[]) =>
  inTransaction({ ...ctx, db: planned(ctx.db) }, async (ctx) => {
    const stored = await storeNew(ctx, incoming);
    const fresh = incoming.filter(({ id }) => stored.has(id));
    if (fresh.length === 0) return 0;
    const byPers = groupBy(fresh, ({ persId }) => persId);
    await takeSpoken(ctx, spokenOf(fresh));
    await updateCurrentData(ctx, new Map([...byPers].map(([persId, messages]) => [persId, messages.map(reportOf)])));
    await countAndTell(ctx, fresh);
    return fresh.length;
  });

const isWithoutPartition = (error: unknown): boolean =>
  error instanceof Error &&
  (/no partition of relation/.test(error.message) || isWithoutPartition((error as { cause?: unknown }).cause));

export const iotIngestService = {
  /**
   * Takes in a batch of messages (our completion of document 4.15: the documents only read them). Each message is
   * judged on its own, and stored once however often it comes; the answer says why a message was not stored.
   */
  async ingest(ctx: KnownCtx, messages: unknown[]) {
    const now = Date.now();
    const oldest = oldestKept(now);
    const judged = messages.map((message, index) => judge(message, index, now, oldest));
    const good = judged.filter(isGood);
    const rejected: Rejected[] = judged.flatMap((message) => (isGood(message) ? [] : [message]));
    const persIds = await persBySerial(ctx, good);
    const incoming = new Map<string, Incoming>();
    let known = 0;
    for (const message of good) {
      const persId = persIds.get(message.persSerialNumber);
      if (persId === undefined) {
        const field = "persSerialNumber";
        const { index, messageId } = message;
        rejected.push({
          index,
          messageId,
          field,
          reason: `${field}: ${t("There is no PERS with this serial number.")}`,
        });
        continue;
      }
      known += 1;
      if (incoming.has(message.key)) continue;
      const id = uuidv7();
      incoming.set(message.key, { ...message, persId, id, receivedAt: new Date(timeOfId(id) ?? now).toISOString() });
    }
    const fresh = [...incoming.values()];
    const accepted = fresh.length === 0 ? 0 : await storeOrMakeRoom(ctx, fresh);
    return { accepted, duplicates: known - accepted, rejected: rejected.sort((a, b) => a.index - b.index) };
  },
};

/** Partitions are made daily; where that has not run for months, the first batch makes the partition it needs. */
async function storeOrMakeRoom(ctx: KnownCtx, incoming: Incoming[]) {
  try {
    return await store(ctx, incoming);
  } catch (error) {
    if (ctx.inTransaction || !isWithoutPartition(error)) throw error;
    await inTransaction(ctx, keepPartitions);
    return store(ctx, incoming);
  }
}
