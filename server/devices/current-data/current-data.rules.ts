import type { AlertRule, Reading } from "@/db/schema/alerts";
import type { KnownReading, Readings } from "@/db/schema/iot";
import { isOn } from "../alert/alert.rules";

/** What one message of a device reports. */
export interface DeviceReport {
  type: string;
  sentAt: string;
  /** the key of the message; of two sent in the same millisecond, the one with the greater key is newer */
  key: string;
  readings: [string, Reading][];
}

export interface Rule {
  id: string;
  rule: AlertRule;
}

/** An alert on one PERS: `id` where it was open before, none where these messages raised it. */
export interface Episode {
  id?: string;
  alertId: string;
  startedAt: string;
  endedAt: string | null;
  value: Reading;
  /** how often its alert was raised, where it was open before */
  occurrences?: number;
}

type Fields = Map<string, KnownReading>;

/** Orders readings by age: the instants are all written in the same way, so they compare as texts. */
const stamp = (reading: KnownReading | undefined) => (reading ? reading[1] + (reading[2] ?? "") : "");

/** A limit, so that a device that sends ever new field names does not make its row grow without end. */
const mostReadings = 200;

const own = <V>(of: Record<string, V>, key: string): V | undefined => (Object.hasOwn(of, key) ? of[key] : undefined);

// fromEntries defines own keys, so a field called __proto__ is only a name.
const closed = (types: Map<string, Fields>): Readings =>
  Object.fromEntries([...types].map(([type, fields]) => [type, Object.fromEntries(fields)]));

/** The newest of too many readings; undefined where they are not. */
function withoutOldest(readings: Readings): Readings | undefined {
  const count = Object.values(readings).reduce((sum, fields) => sum + Object.keys(fields).length, 0);
  if (count <= mostReadings) return undefined;
  const all = Object.entries(readings).flatMap(([type, fields]) =>
    Object.entries(fields).map(([field, reading]) => ({ type, field, reading })),
  );
  const kept = all.sort((a, b) => (stamp(a.reading) < stamp(b.reading) ? -1 : 1)).slice(count - mostReadings);
  const types = new Map<string, Fields>();
  for (const { type, field, reading } of kept) {
    const fields: Fields = types.get(type) ?? new Map();
    types.set(type, fields.set(field, reading));
  }
  return closed(types);
}

/**
 * Applies reports to what is known of a device. Per type and field the newest message wins, in any order
 * they arrive; an alert is raised and ended by such newest readings only, so a late message never moves it.
 * @param episodes the alerts open on the device
 * @returns the readings; `written`, which is all of them where `isWhole`, else those of the types that were reported; and the
 * episodes that these messages began or ended
 */
export function applyReports(
  readings: Readings,
  reports: DeviceReport[],
  rules: Map<string, Rule[]>,
  episodes: Episode[],
) {
  // Only the types that are reported are taken apart.
  const reported = new Map<string, Fields>();
  const current = new Map(episodes.map((episode) => [episode.alertId, episode]));
  const changed: Episode[] = [];

  const fieldsOf = (type: string): Fields => {
    const fields: Fields = reported.get(type) ?? new Map(Object.entries(own(readings, type) ?? {}));
    reported.set(type, fields);
    return fields;
  };
  const readingOf = (type: string, field: string) =>
    reported.has(type) ? reported.get(type)?.get(field) : own(own(readings, type) ?? {}, field);
  const newerElsewhere = (type: string, field: string, than: string) =>
    [...Object.keys(readings), ...reported.keys()].some(
      (other) => other !== type && stamp(readingOf(other, field)) > than,
    );

  function judge({ id: alertId, rule }: Rule, value: Reading, sentAt: string) {
    const episode = current.get(alertId);
    const on = isOn(rule, value, episode !== undefined);
    if (on && !episode) {
      const begun: Episode = { alertId, startedAt: sentAt, endedAt: null, value };
      current.set(alertId, begun);
      changed.push(begun);
    }
    if (!on && episode) {
      current.delete(alertId);
      // It may have been opened by hand-written data with a later start; a period never ends before it begins.
      episode.endedAt = sentAt > episode.startedAt ? sentAt : episode.startedAt;
      if (episode.id) changed.push(episode);
    }
  }

  const inOrder = reports.toSorted((a, b) => (a.sentAt + a.key < b.sentAt + b.key ? -1 : 1));
  for (const { type, sentAt, key, readings } of inOrder) {
    const fields = fieldsOf(type);
    for (const [field, value] of readings) {
      if (stamp(fields.get(field)) >= sentAt + key) continue;
      fields.set(field, [value, sentAt, key]);
      for (const rule of rules.get(field) ?? []) {
        if (rule.rule.type && rule.rule.type !== type) continue;
        if (!rule.rule.type && newerElsewhere(type, field, sentAt + key)) continue;
        judge(rule, value, sentAt);
      }
    }
  }
  const written = closed(reported);
  const all = { ...readings, ...written };
  const fewer = withoutOldest(all);
  return fewer
    ? { readings: fewer, written: fewer, isWhole: true, changed }
    : { readings: all, written, isWhole: false, changed };
}

/** The newest value of a field over all types of messages. */
export function newest(readings: Readings, field: string): Reading | null {
  let found: KnownReading | undefined;
  for (const fields of Object.values(readings)) {
    const reading = own(fields, field);
    if (reading && stamp(reading) > stamp(found)) found = reading;
  }
  return found?.[0] ?? null;
}

/** As `newest`, where it is a number. */
export function newestNumber(readings: Readings, field: string): number | null {
  const value = newest(readings, field);
  return typeof value === "number" ? value : null;
}
