import { readdirSync } from "node:fs";
import { is } from "drizzle-orm";
import { getTableConfig, PgTable } from "drizzle-orm/pg-core";
import { expect, it } from "vitest";

// docs/data-model.md is made of the tables: `npx vitest run --project unit db/schema/data-model -u` writes it.

const areas = {
  Identity: /^identity/,
  Companies: /^(compan|partner)/,
  Devices: /^(devices|vehicle|iot|alerts)/,
  Content: /^(content|language|text|module|help|app|desk|mail-template|translation)/,
  Notification: /^notification/,
  Others: /./,
};

const tables = new Map<string, { area: string; table: PgTable }>();
for (const file of readdirSync("db/schema").filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"))) {
  const area = Object.entries(areas).find(([, files]) => files.test(file))?.[0] ?? "";
  const module: object = file === "index.ts" ? {} : await import(`./${file}`);
  for (const table of Object.values(module)) if (is(table, PgTable)) tables.set(nameOf(table), { area, table });
}

function nameOf(table: PgTable) {
  const { schema, name } = getTableConfig(table);
  return schema === "notification" ? `notification_${name}` : name;
}

const snakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** The references of a table, as mermaid draws them. */
function referencesOf(table: PgTable): string[] {
  const { foreignKeys, indexes, columns } = getTableConfig(table);
  const single = indexes.filter(({ config }) => config.unique && !config.where && config.columns.length === 1);
  const unique = single.map(({ config: { columns } }) => columns.map((one) => ("name" in one ? one.name : "")).join());
  const known = [...unique, ...columns.filter((one) => one.isUnique || one.primary).map(({ name }) => name)];
  return foreignKeys.map((key) => {
    const { columns: from, foreignTable } = key.reference();
    const one = from.some(({ notNull }) => !notNull) ? "|o" : "||";
    const many = from.length === 1 && known.includes(from[0]?.name ?? "") ? "o|" : "o{";
    const label = from.map(({ name }) => snakeCase(name)).join(", ");
    return `  ${nameOf(foreignTable)} ${one}--${many} ${nameOf(table)} : "${label}"`;
  });
}

const isTranslation = (name: string) => name.endsWith("_translations");

function drawingOf(area: string) {
  const own = [...tables].filter(([name, one]) => one.area === area && !isTranslation(name));
  const lines = own.map(([, { table }]) => referencesOf(table));
  const drawn = lines.flat();
  const alone = own
    .map(([name]) => name)
    .filter((name) => !drawn.some((line) => new RegExp(`\\b${name}\\b`).test(line)));
  return ["```mermaid", "erDiagram", ...drawn, ...alone.map((name) => `  ${name}`), "```"].join("\n");
}

it("is drawn as it is", async () => {
  expect(tables.size).toBeGreaterThan(80);
  const page = `# Data model

All tables of \`db/schema/\` with their references; a nullable one has a circle beside the bar. Made by \`db/schema/data-model.test.ts\`.

Ids are UUID v7. Editable tables have \`created_at\`, \`updated_at\` and \`version\` for optimistic locking ([ADR 3](adr/0003-versions.md)).
There are three schemas, with no reference from one to another ([ADR 22](adr/0022-three-schemas.md)): \`backoffice\`, \`notification\` (here with that prefix), and \`platform\` for what both use.

Not drawn: tables \`…_translations\`, with one row for each parent and language; the monthly partitions of \`iot_messages\` ([ADR 7](adr/0007-iot-messages.md)); and the jobs, which graphile-worker keeps in its own schema.

${Object.keys(areas)
  .map((area) => `## ${area}\n\n${drawingOf(area)}\n`)
  .join("\n")}`;
  await expect(page).toMatchFileSnapshot("../../docs/data-model.md");
});
