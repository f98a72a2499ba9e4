// @ts-check
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { setTimeout as sleep } from "node:timers/promises";
import postgres from "postgres";
import { uuidv7 } from "uuidv7";
import { databaseUrl, end, ms, ours, quantile, timed } from "./import-setup.mjs";

// What importing labels costs beside a lean COPY with upsert of the same rows into tables of the same shape, in turns:
//   node bench/import.mjs [--rows 10000] [--rounds 5]
// Each round is printed when it is measured, the medians at the end.

const argument = (/** @type {string} */ name, /** @type {number} */ otherwise) =>
  Number(process.argv[process.argv.indexOf(`--${name}`) + 1]) || otherwise;
const rows = argument("rows", 10_000);
const rounds = argument("rounds", 5);

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

console.log(
  `${rows} labels, ${rounds} rounds, medians\n\n| | plan ms | import ms | lean COPY and upsert ms | times | undo ms |`,
);
console.log("|---|---|---|---|---|---|");
/** @type {Record<string, { planned: number[], imported: number[], bare: number[], undone: number[] }>} */
const found = {};
for (let round = 0; round <= rounds; round++) {
  const pairs = (/** @type {string} */ text) =>
    Array.from({ length: rows }, (_, i) => /** @type {[string, string]} */ ([`bench.${round}.${i}`, `${text} ${i}`]));
  for (const [name, text] of [
    ["new", "Texte numéro"],
    ["changed", "Autre texte"],
  ]) {
    const here = pairs(text ?? "");
    const bare = await timed(() => lean(here));
    const { id, planned, confirmed } = await imported(`name,value\n${here.map((pair) => pair.join(",")).join("\n")}\n`);
    const undone = name === "changed" ? await timed(() => imports.undo({ id })) : Number.NaN;
    if (round === 0) continue; // warms up
    const of = found[name ?? ""] ?? { planned: [], imported: [], bare: [], undone: [] };
    found[name ?? ""] = of;
    of.planned.push(planned);
    of.imported.push(confirmed);
    of.bare.push(bare);
    of.undone.push(undone);
  }
}
for (const [name, { planned, imported, bare, undone }] of Object.entries(found)) {
  const [own, theirs] = [quantile(imported, 0.5), quantile(bare, 0.5)];
  const undo = quantile(undone, 0.5);
  console.log(
    `| ${name} | ${ms(quantile(planned, 0.5))} | ${ms(own)} | ${ms(theirs)} | ${(own / theirs).toFixed(1)} | ${Number.isNaN(undo) ? "" : ms(undo)} |`,
  );
}
await client.end();
await end();
