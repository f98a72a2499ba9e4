import type postgres from "postgres";
import { persAlerts } from "@/db/schema";
import type { Reading } from "@/db/schema/alerts";
import type { Rule } from "@/server/devices/current-data/current-data.rules";
import { Copy } from "./copy";
import type { Random } from "./random";
import { day, hour, iso } from "./time";

interface History {
  values: Reading[];
  /** how long it mostly lasts */
  hours: number;
  /** how often it happens in each month, from January on */
  months: number[];
}

/** By the field that an alert's rule reads: batteries are low in winter and hot in summer, and in September there were thieves. */
const histories: Record<string, History> = {
  batteryLevel: { values: [3, 6, 9, 12, 14], hours: 14, months: [9, 8, 6, 4, 3, 3, 3, 3, 4, 5, 7, 9] },
  fall: { values: [true], hours: 0.4, months: [2, 2, 3, 4, 5, 5, 5, 5, 4, 3, 3, 2] },
  insideZone: { values: [false], hours: 5, months: [2, 2, 2, 3, 3, 4, 4, 4, 3, 2, 2, 2] },
  tamper: { values: [true], hours: 3, months: [1, 1, 1, 1, 2, 2, 2, 2, 7, 2, 1, 1] },
  signal: { values: [-111, -113, -116, -119], hours: 22, months: [4, 4, 3, 3, 3, 3, 3, 3, 3, 3, 4, 4] },
  updateStatus: { values: ["failed"], hours: 18, months: [1, 1, 4, 1, 1, 4, 1, 1, 4, 1, 1, 4] },
  positionFix: { values: [false], hours: 8, months: [3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3] },
  temperature: { values: [61, 63, 66], hours: 2, months: [0, 0, 0, 1, 2, 4, 5, 5, 2, 0, 0, 0] },
};

/** About so many in all, however large the demo is. */
const wanted = 3_000;
/** And no more of one device than that, where there are few. */
const mostOfDevice = 10;

/** The alerts that were raised and ended in the eleven months before the messages that there are. */
export async function seedAlertHistory(
  sql: postgres.Sql,
  random: Random,
  { now, rules }: { now: number; rules: Rule[] },
) {
  const end = now - 32 * day;
  const begin = now - 365 * day;
  const fitted = await sql<{ id: string; at: number }[]>`
    select v.pers_id as id, extract(epoch from v.created_at)::float8 * 1000 as at from backoffice.vehicles v
    where v.pers_id is not null and v.created_at < ${iso(end)}::timestamptz order by v.pers_id limit ${wanted}`;
  if (fitted.length === 0) return;
  const raised = new Copy(persAlerts);
  const choices = (month: number) =>
    rules.flatMap(({ id, rule }) => {
      const history = histories[rule.field];
      return history ? [[{ id, ...history }, history.months[month] ?? 0] as const] : [];
    });
  /** Of each device and alert: one episode is over before the next one begins. */
  const episodes = new Map<string, [from: number, to: number][]>();
  const byMonth = Array.from({ length: 12 }, (_, month) => choices(month));
  for (let n = 0; n < Math.min(wanted, fitted.length * mostOfDevice); n++) {
    const device = random.pick(fitted);
    const from = Math.max(begin, device.at);
    const at = from + random.next() * (end - from);
    const { id: alertId, values, hours } = random.weighted(byMonth[new Date(at).getUTCMonth()] ?? []);
    const until = at + Math.min(72, hours * (0.3 + random.wait(1))) * hour;
    const known = episodes.get(device.id + alertId) ?? [];
    if (known.some(([from, to]) => at <= to && from <= until)) continue;
    episodes.set(device.id + alertId, [...known, [at, until]]);
    const [startedAt, endedAt] = [iso(at), iso(until)];
    const stamps = { createdAt: startedAt, updatedAt: endedAt, version: 2 };
    raised.add({
      id: random.id(at),
      persId: device.id,
      alertId,
      startedAt,
      endedAt,
      value: random.pick(values),
      ...stamps,
    });
  }
  await raised.send(sql);
}
