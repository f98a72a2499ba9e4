// @ts-check
import postgres from "postgres";
import { databaseUrl, end, ours, timed } from "./parts/imports.mjs";
import { median, ms, say, table, times } from "./parts/say.mjs";
import { sizes } from "./parts/sizes.mjs";

// What a bulk change of PERS devices costs beside a bare UPDATE of as many rows of the same shape with their audit rows, in
// turns; and its undo.
//   node bench/bulk.mjs [--rows 100000] [--rounds 3]
// Aim: planned and run in at most 10 times the bare statement.

const { rows, rounds } = sizes({ rows: [100_000, 1200], rounds: [3, 1] });

const client = postgres(databaseUrl, { max: 1, onnotice: () => undefined });
const { bulkChanges } = ours.appRouter.createCaller(ours.systemCtx("bench"));

await client`
  with model as (
    insert into backoffice.model_pers (id, label, created_at, updated_at) values (gen_random_uuid(), 'Bench', now(), now())
    returning id)
  insert into backoffice.pers (id, nu_serial_pers_number, model_pers_id, status, created_at, updated_at)
  select gen_random_uuid(), 'BENCH-' || n, model.id, 'stock', now(), now() from model, generate_series(1, ${rows}::int) n`;
await client`create schema bare`;
await client`create table bare.pers (like backoffice.pers including all)`;
await client`create table bare.audit_log (like platform.audit_log including all)`;
const [{ columns } = { columns: "" }] = await client`
  select string_agg(quote_ident(column_name), ', ') as columns from information_schema.columns
  where table_schema = 'bare' and table_name = 'pers' and is_generated = 'NEVER'`;
await client.unsafe(`insert into bare.pers (${columns}) select ${columns} from backoffice.pers`);
for (const name of ["backoffice.pers", "bare.pers"]) await client.unsafe(`vacuum analyze ${name}`);

/** The same rows and their audit rows by one statement: no rights, no versions seen, no way back. */
const bare = (/** @type {string} */ status) => client`
  with changed as (
    update bare.pers p set status = ${status}, version = p.version + 1, updated_at = now()
    from bare.pers old where old.id = p.id and old.status <> ${status}
    returning p.id, p.nu_serial_pers_number, old.status as was)
  insert into bare.audit_log (id, at, actor_type, actor_label, object_type, object_id, object_label, action, changes, door, request_id)
  select gen_random_uuid(), now(), 'system', 'bench', 'pers', id, nu_serial_pers_number, 'update',
    jsonb_build_object('status', jsonb_build_array(was, ${status}::text)), 'job', 'bench' from changed`;

/** @type {Record<"planned" | "run" | "bare" | "ofBare" | "undone", number[]>} */
const found = { planned: [], run: [], bare: [], ofBare: [], undone: [] };

/** Works as a worker does until it is over. */
async function worked(/** @type {string} */ id) {
  await ours.goOnWithBulkChange({ id });
  return bulkChanges.get({ id });
}

try {
  for (let round = 0; round <= rounds; round++) {
    const status = round % 2 === 0 ? "maintenance" : "active";
    const lean = await timed(() => bare(status));
    let planId = "";
    const planned = await timed(async () => {
      ({ planId } = await bulkChanges.plan({ resource: "pers", filters: {}, all: true, set: { status } }));
    });
    const run = await timed(async () => {
      await bulkChanges.run({ planId });
      const { counts } = await worked(planId);
      if (counts.changed !== rows) throw new Error(`it changed ${counts.changed} of ${rows}`);
    });
    const undone = await timed(async () => {
      await bulkChanges.undo({ id: planId });
      const { counts } = await worked(planId);
      if (counts.undone !== rows) throw new Error(`it took back ${counts.undone} of ${rows}`);
    });
    await bare("stock");
    if (round === 0) continue; // warms up
    say(`plan ${ms(planned)} ms, run ${ms(run)} ms, bare ${ms(lean)} ms, undo ${ms(undone)} ms`);
    found.planned.push(planned);
    found.run.push(run);
    found.bare.push(lean);
    found.ofBare.push((planned + run) / lean);
    found.undone.push(undone);
  }
  const add = table(`Bulk change of ${rows} PERS devices`, ["", "plan ms", "run ms", "bare ms", "of bare", "undo ms"]);
  const [plan, run, lean, undo] = [found.planned, found.run, found.bare, found.undone].map((one) => ms(median(one)));
  add("status", plan ?? "", run ?? "", lean ?? "", times(median(found.ofBare)), undo ?? "");
} finally {
  await client.end();
  await end();
}
