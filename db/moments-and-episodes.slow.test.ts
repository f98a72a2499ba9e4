import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import postgres from "postgres";
import { expect, inject, it } from "vitest";
import { migrateDatabase } from "./migrate";
import { cloneDatabase } from "./testing/clone";
import { useDatabase } from "./testing/database";

useDatabase();

/** The migrations up to the one before, in a folder of their own. */
function before(tag: string) {
  const folder = mkdtempSync(join(tmpdir(), "migrations-"));
  cpSync("db/migrations", folder, { recursive: true });
  const path = join(folder, "meta/_journal.json");
  const journal = JSON.parse(readFileSync(path, "utf8")) as { entries: { tag: string }[] };
  const at = journal.entries.findIndex((entry) => entry.tag === tag);
  writeFileSync(path, JSON.stringify({ ...journal, entries: journal.entries.slice(0, at) }));
  return folder;
}

it("what the past release stored is mended, and the trail says how", async () => {
  const { server, prefix } = inject("testDatabase");
  const address = await cloneDatabase(server, "template0", `${prefix}mended_moments`);
  const folder = before("0005_moments-and-episodes");
  await migrateDatabase(address, folder);
  const db = postgres(address, { max: 1, onnotice: () => undefined, connection: { TimeZone: "UTC" } });
  const ids = Array.from({ length: 12 }, () => crypto.randomUUID());
  const [model, device, alert, level, one, two, log] = ids as [string, string, string, string, string, string, string];
  try {
    await db`insert into backoffice.model_pers (id, label, created_at, updated_at) values (${model}, 'M', now(), now())`;
    await db`insert into backoffice.pers (id, nu_serial_pers_number, model_pers_id, created_at, updated_at)
      values (${device}, 'S', ${model}, now(), now())`;
    await db`update backoffice.pers_current_data set last_message_at = '0031-01-01T00:00:00Z' where pers_id = ${device}`;
    await db`insert into backoffice.level_alerts (id, label, color, rank, created_at, updated_at)
      values (${level}, 'L', '#000000', 1, now(), now())`;
    await db`insert into backoffice.alerts (id, alert_label, code, topic_alert, group_alert, level_alert_id, created_at, updated_at)
      values (${alert}, 'A', 'A', 'T', 'G', ${level}, now(), now())`;
    await db`insert into backoffice.pers_alerts (id, pers_id, alert_id, started_at, ended_at, created_at, updated_at) values
      (${one}, ${device}, ${alert}, '2026-11-23 03:16Z', '2026-11-23 03:26Z', now(), now()),
      (${two}, ${device}, ${alert}, '2026-11-23 03:21Z', null, now(), now())`;
    await db`insert into backoffice.platform_contact_logs
      (id, type, platform_tech_key, email, content, received_at, created_at, updated_at)
      values (${log}, 'T', 'K', 'a@b.test', 'C', '0031-01-01T00:00:00Z', now(), '0044-03-15 00:00:00+00 BC')`;
    await migrateDatabase(address);
    const [current] = await db`select last_message_at::text as at from backoffice.pers_current_data`;
    expect(current?.at).toBe("2000-01-01 00:00:00+00");
    const episodes = await db`select id, ended_at::text as ended from backoffice.pers_alerts order by started_at`;
    expect(episodes.map(({ id, ended }) => [id, ended])).toEqual([
      [one, "2026-11-23 03:21:00+00"],
      [two, null],
    ]);
    const [entry] = await db`select actor_type, action, changes from platform.audit_log where object_id = ${log}`;
    expect(entry).toMatchObject({
      actor_type: "system",
      action: "update",
      changes: {
        receivedAt: ["0031-01-01 00:00:00+00", "2000-01-01T00:00:00.000Z"],
        updatedAt: ["0044-03-15 00:00:00+00 BC", "2000-01-01T00:00:00.000Z"],
      },
    });
    await expect(
      db`insert into backoffice.pers_alerts (id, pers_id, alert_id, started_at, ended_at, created_at, updated_at)
        values (${crypto.randomUUID()}, ${device}, ${alert}, '2026-11-23 03:20Z', '2026-11-23 03:22Z', now(), now())`,
    ).rejects.toThrow(/pers_alerts_one_episode/);
  } finally {
    await db.end();
    rmSync(folder, { recursive: true });
  }
});
