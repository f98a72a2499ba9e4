// @ts-check
/** @import { Invariant } from "../invariants.mjs" */

/** Two rows of a table with the same keys, whose periods overlap; empty periods overlap with nothing. */
const overlapping = (
  /** @type {string} */ table,
  /** @type {string[]} */ keys,
  /** @type {string} */ from,
  /** @type {string} */ to,
) => `select a.id, b.id as other from ${table} a join ${table} b on a.id < b.id
  and ${keys.map((key) => `a.${key} = b.${key}`).join(" and ")}
  and tstzrange(a.${from}, a.${to}) && tstzrange(b.${from}, b.${to})`;

/** A second row that is the same except its id. */
const twin = (/** @type {string} */ table, where = "true") => `insert into ${table}
  select (jsonb_populate_record(null::${table}, to_jsonb(t) || jsonb_build_object('id', gen_random_uuid()))).*
  from ${table} t where ${where} limit 1`;

const isOpenHistory = "h.ended_at is null";

/** @type {Invariant[]} */
export const periods = [
  {
    name: "a device has one company of a kind at a time",
    rows: overlapping("company_pers_links", ["pers_id", "link_type"], "start_date", "end_date"),
    plant: [twin("company_pers_links")],
  },
  {
    name: "a vehicle has one company at a time",
    rows: overlapping("company_vehicle_links", ["vehicle_id"], "start_date", "end_date"),
    plant: [twin("company_vehicle_links")],
  },
  {
    name: "a vehicle has one device at a time",
    rows: overlapping("vehicle_pers_history", ["vehicle_id"], "started_at", "ended_at"),
    plant: [twin("vehicle_pers_history")],
  },
  {
    name: "a device is on one vehicle at a time",
    rows: overlapping("vehicle_pers_history", ["pers_id"], "started_at", "ended_at"),
    plant: [twin("vehicle_pers_history")],
  },
  {
    name: "episodes of an alert of a device do not overlap",
    rows: overlapping("pers_alerts", ["pers_id", "alert_id"], "started_at", "ended_at"),
    plant: [twin("pers_alerts")],
  },
  {
    name: "a link of a device to a company ends after it began",
    rows: "select id from company_pers_links where end_date <= start_date",
    plant: ["update company_pers_links set end_date = start_date"],
  },
  {
    name: "a link of a vehicle to a company ends after it began",
    rows: "select id from company_vehicle_links where end_date <= start_date",
    plant: ["update company_vehicle_links set end_date = start_date"],
  },
  {
    name: "a device leaves a vehicle after it came there",
    rows: "select id from vehicle_pers_history where ended_at < started_at",
    plant: ["update vehicle_pers_history set ended_at = started_at - interval '1 day'"],
  },
  {
    name: "an episode of an alert ends after it began",
    rows: "select id from pers_alerts where ended_at < started_at",
    plant: ["update pers_alerts set ended_at = started_at - interval '1 day'"],
  },
  {
    name: "a device that stands on a vehicle has its history there, open",
    rows: `select v.id from vehicles v where v.pers_id is not null and not exists (
      select from vehicle_pers_history h where h.vehicle_id = v.id and h.pers_id = v.pers_id and ${isOpenHistory})`,
    plant: ["update vehicles set pers_id = gen_random_uuid() where pers_id is not null"],
  },
  {
    name: "an open history is of the device that stands on the vehicle",
    rows: `select h.id from vehicle_pers_history h where ${isOpenHistory} and not exists (
      select from vehicles v where v.id = h.vehicle_id and v.pers_id = h.pers_id)`,
    plant: ["update vehicles set pers_id = null"],
  },
  {
    name: "a device stands on one vehicle",
    rows: "select pers_id from vehicles where pers_id is not null group by 1 having count(*) > 1",
    plant: ["update vehicles set pers_id = (select id from pers limit 1)"],
  },
  {
    name: "a history begins in the past",
    rows: "select id from vehicle_pers_history where started_at > now() + interval '1 minute'",
    plant: ["update vehicle_pers_history set started_at = now() + interval '1 day'"],
  },
  {
    name: "an open episode is of an alert that is on and has a rule",
    rows: `select e.id from pers_alerts e join alerts a on a.id = e.alert_id
      where e.ended_at is null and (not a.is_activated or a.rule is null)`,
    plant: ["update alerts set is_activated = false"],
  },
  {
    name: "a former serial number ended in the past",
    rows: "select id from pers_former_serials where ended_at > now() + interval '1 minute'",
    plant: [{ into: "pers_former_serials", values: { ended_at: "now() + interval '1 day'" } }],
  },
  {
    name: "the periods of what devices and people say lie in the years 2000 to 9999",
    rows: `select id from company_pers_links where start_date < '2000-01-01' or end_date >= '10000-01-01'
      union all select id from company_vehicle_links where start_date < '2000-01-01' or end_date >= '10000-01-01'
      union all select id from pers_alerts where started_at < '2000-01-01'`,
    plant: ["update company_pers_links set start_date = '0051-01-01'"],
  },
];
