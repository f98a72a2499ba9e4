import { sql as query } from "drizzle-orm";
import { drizzle } from "drizzle-orm/postgres-js";
import type postgres from "postgres";
import { connect } from "@/db/connect.mjs";
import * as schema from "@/db/schema";
import {
  auditLog,
  companyPersLinks,
  demoMarks,
  pers,
  persCurrentData,
  persFirmwareHistory,
  vehiclePersHistory,
  vehicles,
} from "@/db/schema";
import { sessionSettings } from "@/db/session";
import { seedAlertDesk } from "./alert-desk";
import { seedAlertHistory } from "./alert-history";
import { seedAlerts, seedVehicleBrandMessages } from "./alerts";
import { seedApiKeys } from "./api-keys";
import { seedBase } from "./base";
import { withoutIndexes } from "./bulk";
import { seedCompanies } from "./companies";
import { seedCompanyCases } from "./company-cases";
import { addDevice, deviceRows, type World } from "./devices";
import { seedFirmware } from "./firmware";
import { seedHelp } from "./help";
import { seedIot } from "./iot";
import { seedLabels } from "./labels";
import { contactRows, mailRows, routineRows } from "./logs";
import { seedNotes } from "./notes";
import { seedNotifications } from "./notifications";
import { seedPeople } from "./people";
import { seedAnonymised, seedErasures, seedSignInEvents } from "./privacy";
import { Random } from "./random";
import { seedRollouts } from "./rollouts";
import { seedTextWork } from "./text-work";
import { seedVehicleModels } from "./vehicle-models";
import { seedWebhooks } from "./webhooks";

export interface DemoOptions {
  /** PERS in all; 2,000 where not said */
  scale?: number;
  /** the same number gives the same data; 1 where not said */
  seed?: number;
  /** the moment that the story leads up to, in milliseconds; now where not said */
  now?: number;
  /** empties the database first, where it holds data */
  reset?: boolean;
  /** PERS that are written at a time, 20,000 where not said; where there are more, indexes are off meanwhile */
  batch?: number;
}

/** The database holds data already, and nobody said that it may go. */
export class NotEmpty extends Error {}

/** The database holds other data than the demo's, which is never emptied. */
export class NotTheDemo extends Error {}

const loaded = [pers, persCurrentData, vehicles, vehiclePersHistory, companyPersLinks, persFirmwareHistory, auditLog];

/**
 * Writes the demo: all of it, or, after a failure, nothing.
 * @param url a migrated database
 * @throws NotEmpty, NotTheDemo
 */
export async function seedDemo(url: string, options: DemoOptions = {}) {
  const { scale = 2_000, seed = 1, now = Date.now(), reset = false, batch = 20_000 } = options;
  // One connection, so that COPY and drizzle share the transaction; drizzle's has its own parsers for instants.
  const sql = connect(url, { max: 1, onnotice: () => undefined, connection: sessionSettings });
  const db = drizzle({ client: sql, schema, casing: "snake_case" });
  const random = (part: number) => new Random(seed * 7919 + part * 104_729);
  try {
    if (reset) await emptyTables(sql);
    await seedBase(db);
    await sql`begin`;
    await sql`select pg_advisory_xact_lock(hashtextextended('seed-demo', 0))`;
    const [user] = await sql`select 1 from backoffice.users limit 1`;
    if (user) throw new NotEmpty("This database holds data already.");
    await db.insert(demoMarks).values({});
    const people = await seedPeople(db, random(1), seed, now);
    await seedApiKeys(db, now);
    const vehicleModels = await seedVehicleModels(db, random(2), now);
    const firmware = await seedFirmware(db, random(3), now);
    await seedLabels(db, random(4), now);
    await seedHelp(db, random(12), now);
    const rung = people.riders.slice(0, 12).map(({ email }) => email);
    await seedNotifications(db, random(13), now, rung);
    const world = {
      now,
      people,
      firmware,
      vehicleModels,
      total: scale,
      auditEvery: Math.max(4, Math.floor(scale / 5_000)),
    };
    const devices = () => loadDevices(sql, random(5), world, batch);
    const serials = scale > batch ? await withoutIndexes(sql, loaded, devices) : await devices();
    await seedCompanies(db, random(11), { now, people });
    const rules = await seedAlerts(db, random(8), now);
    await seedVehicleBrandMessages(db, random(9), now);
    await seedIot(sql, random(10), { now, rules, riderId: people.riders[0]?.id ?? "" });
    await seedAlertHistory(sql, random(17), { now, rules });
    await seedAlertDesk(sql, now);
    await seedRollouts(sql, now);
    await mailRows(random(6), people, serials, now).send(sql);
    await routineRows(random(7), now).send(sql);
    await contactRows(random(16), people, now).send(sql);
    await seedCompanyCases(db, random(21), { now, people });
    await seedWebhooks(db, random(22), { now, people });
    await seedErasures(db, random(23), { now, people });
    await seedSignInEvents(db, random(24), { now, people });
    await seedAnonymised(db, random(25), { now, people });
    await seedNotes(db, random(26), { now, people });
    await seedTextWork(db, random(27), { now, people });
    await sql`commit`;
    await db.execute(query`vacuum (analyze)`);
  } finally {
    await sql.end();
  }
}

/** Builds and writes the PERS batch by batch, so that memory stays that of one batch. */
async function loadDevices(sql: postgres.Sql, random: Random, world: World, batch: number) {
  const serials: string[] = [];
  const rows = deviceRows();
  for (let index = 0; index < world.total; index++) {
    const serial = addDevice(rows, random, world, index);
    if (serials.length < 500) serials.push(serial);
    if ((index + 1) % batch && index + 1 < world.total) continue;
    for (const table of [rows.pers, rows.vehicles, rows.periods, rows.links, rows.history, rows.audits])
      await table.send(sql);
  }
  return serials;
}

async function emptyTables(sql: postgres.Sql) {
  const [found] = await sql`
    select exists (select from backoffice.users) and not exists (select from platform.demo_marks) as "isAnothers"`;
  if (found?.isAnothers) throw new NotTheDemo("This database holds data that is not the demo's.");
  const tables = await sql<{ name: string }[]>`
    select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('backoffice', 'notification', 'platform')`;
  if (tables.length) await sql.unsafe(`truncate ${tables.map(({ name }) => name).join(", ")} cascade`);
}
