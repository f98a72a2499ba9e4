import type { Reading } from "@/db/schema/alerts";
import type { Random } from "./random";
import { day, hour, minute } from "./time";

/** A device that reports, as it stands at the end of the story. */
export interface Reporter {
  id: string;
  serial: string;
  /** the company that built its bike: it is ridden in that company's cities */
  maker: string;
  /** ms */
  fittedAt: number;
  /** km driven with this device, up to now */
  distance: number;
  firmwareVersion: string | null;
  /** for how many days back it has messages */
  days: number;
}

type Kind = "telemetry" | "position" | "event";
type Payload = Record<string, Reading>;
export interface Report {
  type: Kind;
  /** ms */
  sentAt: number;
  payload: Payload;
}

const positionsPerRide = 4;
const longestRide = 35;
const kmPerDegree = 111;

const cities: Record<string, [latitude: number, longitude: number][]> = {
  velora: [
    [47.218, -1.554],
    [44.838, -0.579],
    [48.857, 2.352],
    [45.764, 4.836],
    [48.573, 7.752],
  ],
  nordrad: [
    [53.551, 9.994],
    [52.52, 13.405],
    [53.079, 8.802],
    [55.676, 12.568],
  ],
  kestrel: [
    [51.454, -2.588],
    [55.953, -3.188],
    [51.507, -0.128],
  ],
  alpenvelo: [
    [47.269, 11.404],
    [48.137, 11.575],
    [47.377, 8.542],
    [46.498, 11.354],
  ],
};

/** What can go wrong: how likely in these 30 days, for how long (hours), in which messages, and how it shows. */
const troubles: [number, number, Kind, Payload, Payload][] = [
  [0.12, 0.5, "event", { fall: true }, { fall: false }],
  [0.2, 7, "event", { insideZone: false }, { insideZone: true }],
  [0.14, 4, "event", { tamper: true }, { tamper: false }],
  [0.16, 20, "event", { updateStatus: "failed" }, { updateStatus: "done" }],
  [0.2, 30, "telemetry", { signal: -116 }, {}],
  [0.1, 2, "telemetry", { temperature: 64 }, {}],
  [0.22, 9, "position", { positionFix: false }, {}],
];

type Moment = [at: number, happen: () => void];

interface Trouble {
  from: number;
  to: number;
  type: Kind;
  on: Payload;
  off: Payload;
}

const round = (value: number, digits: number) => Math.round(value * 10 ** digits) / 10 ** digits;

/** One in seven is not over yet. */
function troublesOf(random: Random, begin: number, end: number, days: number): Trouble[] {
  return troubles.flatMap(([chance, hours, type, on, off]) => {
    if (!random.chance((chance * days) / 30)) return [];
    if (random.chance(1 / 7)) return [{ from: end - random.next() * hours * hour, to: end + day, type, on, off }];
    const from = begin + random.next() * (end - begin);
    return [{ from, to: from + (0.5 + random.next()) * hours * hour, type, on, off }];
  });
}

/** Rides of an ordinary length for this bike, one on most days, which end before `end`. */
function ridesOf(random: Random, { fittedAt, distance }: Reporter, now: number, begin: number, end: number) {
  const perDay = distance / Math.max(1, (now - fittedAt) / day);
  const rides: { at: number; km: number }[] = [];
  for (let date = Math.ceil(begin / day) * day; date < end - 20 * hour; date += day) {
    if (!random.chance(0.85)) continue;
    rides.push({
      at: date + (7 + random.next() * 10) * hour,
      km: Math.min(longestRide, perDay * (0.6 + random.next())),
    });
  }
  const total = rides.reduce((sum, { km }) => sum + km, 0);
  const share = Math.min(1, (distance * 0.9) / (total || 1));
  return rides.map(({ at, km }) => ({ at, km: km * share }));
}

/**
 * The messages of a device's last days, oldest first: telemetry each morning and evening, positions on rides, and
 * events. The last distance is that of its bike. The last hour is left to what devices send once the demo runs.
 */
export function reportsOf(random: Random, device: Reporter, now: number): Report[] {
  const end = now - hour - random.int(1, 50) * minute;
  const begin = Math.max(now - device.days * day, device.fittedAt);
  const parkedAt = random.chance(0.1) ? end - random.int(9, 16) * day : end;
  const rides = ridesOf(random, device, now, begin, parkedAt);
  const wrong = troublesOf(random, begin, end, device.days);
  const [latitude, longitude] = random.pick(cities[device.maker] ?? [[50.847, 4.357]]);
  const home = [latitude + (random.next() - 0.5) * 0.06, longitude + (random.next() - 0.5) * 0.09] as const;
  let place: readonly [number, number] = home;
  const signal = -random.int(70, 88);
  let level = random.int(45, 100);
  let km = device.distance - rides.reduce((sum, ride) => sum + ride.km, 0);
  const reports: Report[] = [];

  function tell(type: Kind, at: number, payload: Payload) {
    if (at < begin || at > end) return;
    const full = { ...payload };
    for (const trouble of wrong)
      if (trouble.type === type && trouble.from <= at && at < trouble.to) Object.assign(full, trouble.on);
    if (full.positionFix === false) {
      delete full.latitude;
      delete full.longitude;
    }
    reports.push({ type, sentAt: Math.floor(at), payload: full });
  }
  function telemetry(at: number) {
    const warmth = 13 + 7 * Math.sin(((at % day) / day - 0.35) * 2 * Math.PI) + random.next() * 3;
    tell("telemetry", at, {
      batteryLevel: Math.round(level),
      distance: round(km, 1),
      signal: signal - random.int(0, 8),
      temperature: round(warmth, 1),
      ...(device.firmwareVersion && { firmwareVersion: device.firmwareVersion }),
    });
  }
  const position = (at: number, speed: number) =>
    tell("position", at, {
      latitude: round(place[0], 5),
      longitude: round(place[1], 5),
      speed: round(speed, 1),
      distance: round(km, 1),
      positionFix: true,
    });

  function ride(at: number, length: number): Moment[] {
    const bearing = random.next() * 2 * Math.PI;
    return Array.from({ length: positionsPerRide }, (_, index) => {
      const share = (index + 1) / positionsPerRide;
      const away = (Math.sin(Math.PI * share) * length) / 3 / kmPerDegree;
      const turn = bearing + share * 1.4;
      const east = (Math.sin(turn) * away) / Math.cos((home[0] * Math.PI) / 180);
      const speed = share === 1 ? 0 : 13 + random.next() * 12;
      const then = at + share * (length / 18) * hour;
      return [
        then,
        () => {
          km += length / positionsPerRide;
          level = Math.max(2, level - (length / positionsPerRide) * 1.1);
          place = [home[0] + Math.cos(turn) * away, home[1] + east];
          position(then, speed);
        },
      ];
    });
  }
  function rest(at: number, morning: boolean) {
    const parked = at > parkedAt;
    level = Math.max(2, level - (parked ? 3.5 : 0.5));
    if (morning && !parked && random.chance(level < 35 ? 0.75 : 0.15)) level = random.int(90, 100);
    telemetry(at);
  }
  function turn(at: number, { type, off }: Trouble) {
    if (type === "event") tell(type, at, off);
    else if (type === "telemetry") telemetry(at);
    else position(at, 0);
  }

  const moments = rides.flatMap(({ at, km }) => ride(at, km));
  for (let date = Math.floor(begin / day) * day; date < end; date += day)
    for (const clock of [5.5, 21]) {
      const at = date + (clock + random.next()) * hour;
      if (at < end) moments.push([at, () => rest(at, clock < 12)]);
    }
  for (const trouble of wrong) for (const at of [trouble.from, trouble.to]) moments.push([at, () => turn(at, trouble)]);
  for (const [, happen] of moments.sort(([a], [b]) => a - b)) happen();
  return reports;
}
