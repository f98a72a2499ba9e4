// @ts-check
import postgres from "postgres";
import { databaseUrl, end, ours, p50Of } from "./parts/imports.mjs";
import { ms, say, table, times } from "./parts/say.mjs";
import { sizes } from "./parts/sizes.mjs";

// What the translation desk costs with few texts and with many, in four languages: half of them labels, the rest
// messages and formatted texts; one in twenty lacks its French, one in a thousand is outdated.
//   node bench/desk.mjs [--few 10000] [--many 100000] [--requests 40]
// Aim: each question costs at most 1.5 times as much with many as with few, and a search at most 100 ms.

const { few, many, requests } = sizes({ few: [10_000, 100], many: [100_000, 400], requests: [40, 3] });

const client = postgres(databaseUrl, { max: 1, onnotice: () => undefined });
const { desk } = ours.appRouter.createCaller(ours.systemCtx("bench"));
const [english, french, german] = ["en", "fr", "de"].map((code) => ours.languageId(code));
const [{ id: spanish } = { id: "" }] = await client`
  insert into backoffice.languages (id, code, name, status, created_at, updated_at)
  values (gen_random_uuid(), 'es', 'Spanish', true, now(), now()) returning id`;
const languages = [english, french, german, spanish];
const [{ id: moduleId } = { id: "" }] = await client`select id from backoffice.modules order by code limit 1`;

/** The kinds of texts, with their share. */
const kinds = /** @type {const} */ ([
  ["label", 0.5],
  ["message", 0.3],
  ["formatted_text", 0.2],
]);

/** Texts from the n-th to the m-th, with their translations. */
async function fill(/** @type {number} */ from, /** @type {number} */ to) {
  for (const [kind, share] of kinds) {
    await client.unsafe(`
      with made as (
        insert into backoffice.${kind}s (id, module_id, name, created_at, updated_at)
        select gen_random_uuid(), '${moduleId}', 'bench.' || md5(n::text) || '.' || n, now(), now()
        from generate_series(${Math.round(from * share) + 1}, ${Math.round(to * share)}) n
        returning id, substring(name from '[0-9]+$')::int as n)
      insert into backoffice.${kind}_translations (id, parent_id, language_id, value, created_at, updated_at)
      select gen_random_uuid(), made.id, l::uuid,
        'Text ' || md5(made.n::text || l) || case when made.n = 7 then ' needle' else '' end, now(), now()
      from made cross join unnest('{${languages.join(",")}}'::text[]) l
      where l <> '${french}' or made.n % 20 <> 0`);
    await client.unsafe(`
      update backoffice.${kind}_translations t set outdated_from = '{"value": "Before"}'
      from backoffice.${kind}s p where p.id = t.parent_id and t.language_id = '${french}'
        and substring(p.name from '[0-9]+$')::int % 1000 = 1`);
    await client.unsafe(`vacuum analyze backoffice.${kind}s`);
    await client.unsafe(`vacuum analyze backoffice.${kind}_translations`);
  }
}

const languageId = french;
const questions = /** @type {[string, () => Promise<{ items?: unknown[] }>][]} */ ([
  ["progress of all languages and resources", () => desk.overview()],
  ["a page of everything", () => desk.list({ languageId })],
  ["a page of labels", () => desk.list({ languageId, resource: "label" })],
  ["the next gaps in everything", () => desk.list({ languageId, show: "missing" })],
  ["the next gaps where there are none", () => desk.list({ languageId: german, resource: "label", show: "missing" })],
  ["what is outdated", () => desk.list({ languageId, show: "outdated" })],
  ["a word in any text of any language", () => desk.list({ languageId, keyword: "needle" })],
  ["a part of a name", () => desk.list({ languageId, resource: "label", keyword: ".44" })],
]);
const bare = () => client`
  select l.name, t.value from backoffice.label_translations t join backoffice.labels l on l.id = t.parent_id
  where t.value ilike '%needle%' order by l.name limit 26`;

const p50 = p50Of(requests);

async function measured() {
  const found = new Map();
  for (const [label, ask] of questions) found.set(label, await p50(ask));
  return found;
}

try {
  await fill(0, few);
  say(`${few} texts`);
  const before = await measured();
  await fill(few, many);
  say(`${many} texts`);
  const after = await measured();
  const add = table(`The translation desk with ${few} and with ${many} texts in four languages: p50 ms`, [
    "",
    "few",
    "many",
    "ratio",
  ]);
  for (const [label, ask] of questions) {
    if (label.includes("word") && !(await ask()).items?.length) throw new Error("nothing was found");
    add(label, ms(before.get(label)), ms(after.get(label)), times(after.get(label) / before.get(label)));
  }
  const addBare = table("A word in any text, beside bare SQL over the labels alone: p50 ms", [
    "",
    "p50 ms",
    "bare ms",
    "of bare",
  ]);
  const [own, plain] = [after.get("a word in any text of any language"), await p50(bare)];
  addBare("with many texts", ms(own), ms(plain), times(own / plain));
} finally {
  await client.end();
  await end();
}
