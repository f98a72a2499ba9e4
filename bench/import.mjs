// @ts-check
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { setTimeout as sleep } from "node:timers/promises";
import postgres from "postgres";
import { uuidv7 } from "uuidv7";
import { databaseUrl, end, ours, timed } from "./parts/imports.mjs";
import { median, ms, say, table, times } from "./parts/say.mjs";
import { sizes } from "./parts/sizes.mjs";

// What importing labels costs beside a lean COPY with upsert of the same rows into tables of the same shape, in turns:
//   node bench/import.mjs [--rows 10000] [--rounds 5]
// Each round is printed when it is measured, the medians at the end.

const { rows, rounds } = sizes({ rows: [10_000, 200], rounds: [5, 1] });

const { appRouter, systemCtx, languageId, fixedId } = ours;
const french = languageId("fr");
const moduleId = fixedId("module", "mobile-app");

const { imports } = appRouter.createCaller(systemCtx("bench")).labels;
const bytesOf = (/** @type {string} */ text) => new Uint8Array(Buffer.from(text));

/** Plans and imports a file; the time of each. */
async function imported(/** @type {string} */ csv) {
  /** @type {{ id: string, token: string }} */
  let plan = { id: "", token: "" };
  const planned = await timed(async () => {
    const file = { name: "labels.csv", type: "", bytes: bytesOf(csv) };
    plan = await imports.preview({ fileName: "labels.csv", file, options: { languageId: french, createIn: moduleId } });
  });
  const confirmed = await timed(async () => {
    let { status } = await imports.confirm({ id: plan.id, token: plan.token });
    while (status === "running") {
      await sleep(5);
      ({ status } = await imports.get({ id: plan.id }));
    }
    if (status !== "done") throw new Error(`the import is ${status}`);
  });
  return { id: plan.id, planned, confirmed };
}

const client = postgres(databaseUrl, { max: 1, onnotice: () => undefined });
await client`create schema bare`;
await client`create table bare.labels (like backoffice.labels including all)`;
await client`create table bare.texts (like backoffice.label_translations including all)`;
await client`alter table bare.labels add foreign key (module_id) references backoffice.modules`;
await client`
  alter table bare.texts add foreign key (parent_id) references bare.labels on delete cascade,
    add foreign key (language_id) references backoffice.languages`;

/** The same rows into tables of the same shape, as COPY and two upserts in one transaction: no plan, no checks, no history. */
const lean = (/** @type {[string, string][]} */ pairs) =>
  client.begin(async (sql) => {
    await sql`create temporary table staged (id uuid, name text, value text) on commit drop`;
    const lines = pairs.map(([name, value]) => `${uuidv7()}\t${name}\t${value}\n`);
    await pipeline(Readable.from(lines), await sql`copy staged from stdin`.writable());
    await sql`
      insert into bare.labels as l (id, name, module_id, created_at, updated_at, version)
      select id, name, ${moduleId}, now(), now(), 1 from staged
      on conflict (module_id, name) do update set updated_at = now(), version = l.version + 1`;
    await sql`
      insert into bare.texts as t (id, parent_id, language_id, value, created_at, updated_at, version)
      select gen_random_uuid(), l.id, ${french}, s.value, now(), now(), 1
      from staged s join bare.labels l on l.name = s.name and l.module_id = ${moduleId}
      on conflict (parent_id, language_id) do update set value = excluded.value, updated_at = now(), version = t.version + 1`;
  });

const add = table(`Import of ${rows} labels`, ["", "plan ms", "import ms", "COPY and upsert ms", "of bare", "undo ms"]);
const pairs = (/** @type {string} */ text, /** @type {number} */ round) =>
  Array.from({ length: rows }, (_, i) => /** @type {[string, string]} */ ([`bench.${round}.${i}`, `${text} ${i}`]));
/** @type {Record<string, { planned: number[], imported: number[], bare: number[], ofBare: number[], undone: number[] }>} */
const found = {
  new: { planned: [], imported: [], bare: [], ofBare: [], undone: [] },
  changed: { planned: [], imported: [], bare: [], ofBare: [], undone: [] },
};
try {
  for (let round = 0; round <= rounds; round++)
    for (const [name, of] of Object.entries(found)) {
      const here = pairs(name, round);
      const bare = await timed(() => lean(here));
      const { id, planned, confirmed } = await imported(
        `name,value\n${here.map((pair) => pair.join(",")).join("\n")}\n`,
      );
      // What was changed is undone, so that both kinds are measured on the same rows.
      const undone = name === "changed" ? await timed(() => imports.undo({ id })) : undefined;
      if (round === 0) continue; // warms up
      say(`${name}: plan ${ms(planned)} ms, import ${ms(confirmed)} ms, COPY and upsert ${ms(bare)} ms`);
      of.planned.push(planned);
      of.imported.push(confirmed);
      of.bare.push(bare);
      of.ofBare.push(confirmed / bare);
      if (undone !== undefined) of.undone.push(undone);
    }
  for (const [name, { planned, imported, bare, ofBare, undone }] of Object.entries(found)) {
    const undo = undone.length > 0 ? ms(median(undone)) : "";
    add(name, ms(median(planned)), ms(median(imported)), ms(median(bare)), times(median(ofBare)), undo);
  }
} finally {
  await client.end();
  await end();
}
