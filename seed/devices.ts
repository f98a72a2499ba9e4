import {
  auditLog,
  companyPersLinks,
  type KitConfiguration,
  pers,
  persFirmwareHistory,
  vehiclePersHistory,
  vehicles,
} from "@/db/schema";
import { Copy } from "./copy";
import type { Firmware, Release } from "./firmware";
import type { People, Person } from "./people";
import type { Random } from "./random";
import { kitParts, modelsForType, subcontractorsOf, type VehicleType } from "./story";
import { day, hour, iso } from "./time";
import type { VehicleModel } from "./vehicle-models";

export interface World {
  now: number;
  people: People;
  firmware: Firmware;
  vehicleModels: (readonly [VehicleModel, number])[];
  /** PERS in all: number i of them is built at its place between the first day and the last */
  total: number;
  /** every how many PERS the audit trail goes back to the beginning */
  auditEvery: number;
}

export const deviceRows = () => ({
  pers: new Copy(pers),
  vehicles: new Copy(vehicles),
  periods: new Copy(vehiclePersHistory),
  links: new Copy(companyPersLinks),
  history: new Copy(persFirmwareHistory),
  audits: new Copy(auditLog),
});
export type DeviceRows = ReturnType<typeof deviceRows>;

const firstDay = 1150;
/** The PERS on the two bikes of the demo's rider. */
const riderBikes = new Set([41, 977]);
/** How many of the last PERS count as new. */
const recent = 120;
const fleets: Record<string, string[]> = { velora: ["citelo"], nordrad: ["hansekurier"] };

/** How production grew: number i of all is built that many days before now. */
const builtDaysAgo = (share: number) => firstDay * (1 - share) ** 1.2;

function kitOf(random: Random, type: VehicleType): KitConfiguration {
  return {
    version: 1,
    handlebar: random.pick<string>(kitParts.handlebar[type]),
    mount: random.pick(kitParts.mount),
    display: random.pick(kitParts.display),
    battery: random.pick<string>(kitParts.battery[type]),
    wheelSizeInches: random.pick<number>(kitParts.wheel[type]),
    sensors: [...kitParts.sensors[type]],
  };
}

function changedKit(random: Random, kit: KitConfiguration, type: VehicleType): KitConfiguration {
  const sensor = random.pick(kitParts.extraSensors);
  const display = kitParts.display.find((name) => name !== kit.display);
  return random.weighted<() => KitConfiguration>([
    [() => ({ ...kit, display }), 4],
    [
      () => ({ ...kit, battery: random.pick<string>(kitParts.battery[type].filter((name) => name !== kit.battery)) }),
      3,
    ],
    [() => ({ ...kit, mount: kitParts.mount.find((name) => name !== kit.mount) }), 2],
    [
      () => ({
        ...kit,
        sensors: kit.sensors.includes(sensor) ? [...kit.sensors, "tyre-pressure"] : [...kit.sensors, sensor],
      }),
      3,
    ],
  ])();
}

/** The firmware a PERS ran: the one of its factory day, then what its rider installed, sooner or later, of what came after. */
function firmwareRuns(random: Random, releases: Release[], builtAt: number, now: number) {
  const known = releases.filter((release) => release.at < builtAt);
  const first = known[known.length - 1] ?? releases[0];
  if (!first) return [];
  const runs = [{ release: first, at: builtAt }];
  for (const release of releases) {
    const last = runs[runs.length - 1]?.at ?? builtAt;
    if (release.at <= builtAt || !random.chance(0.72)) continue;
    const at = Math.max(release.at + (1 + random.wait(21)) * day, last + day);
    if (release !== first && at < now - hour) runs.push({ release, at });
  }
  return runs;
}

/** Adds PERS number `index`, and what belongs to it, to `rows`; returns its serial. */
export function addDevice(rows: DeviceRows, random: Random, world: World, index: number) {
  const { now, people, firmware } = world;
  const ago = Math.max(0.05, builtDaysAgo((index + 0.5) / world.total));
  const vehicleModel = random.weighted(world.vehicleModels);
  const fitting = modelsForType[vehicleModel.type].flatMap((label) => firmware.models.get(label) ?? []);
  const built = fitting.filter((model) => model.from >= ago && model.to <= ago);
  const model = random.pick(built.length ? built : fitting.slice(ago > 500 ? 0 : -1));
  const builtAt = now - ago * day;
  const id = random.id(builtAt);
  const aged = random.weighted([
    ["active", 88],
    ["stock", 4],
    ["maintenance", 4],
    ["retired", ago > 600 ? 12 : 1],
  ]);
  const status = riderBikes.has(index) ? "active" : ago < 45 && random.chance(0.75) ? "stock" : aged;
  const mounted = status === "active" || status === "maintenance";
  // Those that would be fitted after the end of the story are fitted at some moment before it.
  const latest = now - 2 * hour;
  const before = Math.max(0, latest - builtAt) * ((index % 10) / 10);
  const fittedAt = Math.min(builtAt + (2 + random.wait(30)) * day, latest - before);
  const line =
    model.prefix === "PC1"
      ? firmware.releases.core.filter((r) => r.version.startsWith("1."))
      : firmware.releases[model.line];
  const runs = firmwareRuns(random, line, builtAt, status === "stock" ? builtAt + hour : now);
  if (firmware.candidate && model.prefix === "PC2" && random.chance(0.004))
    runs.push({ release: firmware.candidate, at: firmware.candidate.at + random.int(1, 4) * day });
  runs.sort((one, other) => one.at - other.at);
  const initial = kitOf(random, vehicleModel.type);
  const current = mounted && random.chance(0.09) ? changedKit(random, initial, vehicleModel.type) : initial;
  const kitAt = Math.min(fittedAt + random.wait(60) * day, now - hour);
  const leftAt = Math.min(Math.max(fittedAt, builtAt) + random.wait(200) * day, now - hour);
  const week = new Date(builtAt);
  const serial = `${model.prefix}-${String(week.getUTCFullYear()).slice(2)}${String(week.getUTCMonth() + 1).padStart(2, "0")}-${String(index + 1).padStart(6, "0")}`;

  const changes: { at: number; field: string; values: [unknown, unknown]; by: Person | null }[] = [];
  const staff = random.pick(people.staff);
  runs.slice(1).forEach(({ release, at }, position) => {
    changes.push({ at, field: "firmwareVersionId", values: [runs[position]?.release.id, release.id], by: null });
  });
  if (current !== initial)
    changes.push({ at: kitAt, field: "currentKitConfiguration", values: [initial, current], by: staff });
  if (mounted || status === "retired")
    changes.push({ at: fittedAt, field: "status", values: ["stock", "active"], by: null });
  if (status === "maintenance" || status === "retired")
    changes.push({ at: leftAt, field: "status", values: ["active", status], by: staff });
  changes.sort((a, b) => a.at - b.at);

  const device = {
    id,
    nuSerialPersNumber: serial,
    modelPERSId: model.id,
    firmwareVersionId: runs[runs.length - 1]?.release.id ?? null,
    erpPersId: random.chance(0.97) ? `ERP-${String(300_000 + index * 3)}` : null,
    initialKitConfiguration: initial,
    currentKitConfiguration: current,
    status,
    createdAt: iso(builtAt),
    updatedAt: iso(changes[changes.length - 1]?.at ?? builtAt),
    version: 1 + changes.length,
  } satisfies typeof pers.$inferInsert;
  rows.pers.add(device);
  for (const { release, at } of runs)
    rows.history.add({ id: random.id(at), persId: id, firmwareVersionId: release.id, installedAt: iso(at) });

  const maker = people.companies.get(vehicleModel.maker);
  const link = (companyId: string, linkType: number, from: number, to: number | null, comment: string | null) =>
    rows.links.add({
      id: random.id(from),
      persId: id,
      companyId,
      linkType,
      startDate: iso(from),
      endDate: to === null ? null : iso(to),
      comment,
      createdAt: iso(from),
      updatedAt: iso(to ?? from),
      version: to ? 2 : 1,
    });
  if (status !== "stock" && maker) link(maker.id, 1, fittedAt, status === "retired" ? leftAt : null, null);
  if (mounted && random.chance(0.4)) {
    const key = random.pick(subcontractorsOf[vehicleModel.maker] ?? ["brandt"]);
    const mender = people.companies.get(key);
    if (mender)
      link(
        mender.id,
        2,
        Math.min(fittedAt + random.wait(40) * day, now - hour),
        null,
        random.chance(0.2) ? "Warranty service" : null,
      );
  }
  if (mounted) addVehicle(rows, random, world, vehicleModel, { index, persId: id, serial, fittedAt });
  if (index % world.auditEvery === 0) addAudits(rows, random, device, serial, builtAt, changes);
  return serial;
}

function addVehicle(
  rows: DeviceRows,
  random: Random,
  { now, people, total }: World,
  model: VehicleModel,
  on: { index: number; persId: string; serial: string; fittedAt: number },
) {
  const own = riderBikes.has(on.index);
  const fleet = !own && random.chance(0.12) ? fleets[model.maker]?.[0] : undefined;
  // Some bikes, more of the newest ones, belong to the other riders; most to people who never signed up.
  const other = random.chance(on.index > total - recent ? 0.3 : 0.03) ? random.pick(people.riders.slice(1)) : undefined;
  const rider = own ? people.riders[0] : other;
  const number = String(on.index + 1).padStart(6, "0");
  const days = (now - on.fittedAt) / day;
  const fleetName = fleet && people.companies.get(fleet)?.name;
  const id = random.id(on.fittedAt);
  const startedAt = iso(on.fittedAt);
  rows.periods.add({
    id: random.id(on.fittedAt),
    vehicleId: id,
    persId: on.persId,
    nuSerialPersNumber: on.serial,
    startedAt,
  });
  rows.vehicles.add({
    id,
    vehicleModelId: model.id,
    vehicleSerialNumber: `${model.prefix}${String(model.year).slice(2)}${number}`,
    vehicleRegistrationNumber: random.chance(0.3)
      ? `BC ${random.hex(2).toUpperCase()}${random.digits(4)} ${random.digits(3)}`
      : null,
    nameVehicle: fleetName
      ? `${fleetName} ${1 + (on.index % 900)}`
      : rider
        ? `${model.name} of ${rider.label.split(" ")[0]}`
        : model.name,
    persId: on.persId,
    riderId: fleet ? null : (rider?.id ?? null),
    persDistance: Math.floor(days * (fleet ? 22 : 2 + random.wait(4))),
    createdAt: iso(on.fittedAt),
    updatedAt: iso(on.fittedAt),
    version: 1,
  });
}

function addAudits(
  rows: DeviceRows,
  random: Random,
  device: { id: string; modelPERSId: string; erpPersId: string | null; initialKitConfiguration: unknown },
  serial: string,
  builtAt: number,
  changes: { at: number; field: string; values: [unknown, unknown]; by: Person | null }[],
) {
  const write = (at: number, by: Person | null, action: string, values: Record<string, [unknown, unknown]>) =>
    rows.audits.add({
      id: random.id(at),
      at: iso(at),
      actorType: by ? "user" : "system",
      actorId: by?.id ?? null,
      actorLabel: by?.label ?? (action === "create" ? "ERP import" : "Firmware rollout"),
      actingForId: null,
      objectType: "pers",
      objectId: device.id,
      objectLabel: serial,
      companyId: null,
      action,
      changes: values,
      snapshot: null,
      door: by ? "screen" : "job",
      requestId: random.hex(16),
      ip: by ? "192.0.2.24" : null,
    });
  write(builtAt, null, "create", {
    nuSerialPersNumber: [null, serial],
    modelPERSId: [null, device.modelPERSId],
    erpPersId: [null, device.erpPersId],
    initialKitConfiguration: [null, device.initialKitConfiguration],
    currentKitConfiguration: [null, device.initialKitConfiguration],
    status: [null, "stock"],
  });
  for (const { at, by, field, values } of changes) write(at, by, "update", { [field]: values });
}
