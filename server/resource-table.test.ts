import { readFileSync } from "node:fs";
import { dirname } from "node:path";
import { getTableConfig, type PgTable } from "drizzle-orm/pg-core";
import { expect, it } from "vitest";
import { backoffice } from "@/app/_resources/backoffice";
import { workspace } from "@/app/_resources/workspace";
import type { Screen } from "@/components/kit/screen";
import { proceduresOf } from "@/server/doors/rest-plan";
import type { Meta } from "@/server/kit/call/meta";
import { appRouter } from "./root";

// docs/resources.md: where what has one name in the browser is found in the code.

const root = readFileSync("server/root.ts", "utf8");

/** The folder below server/ of the router that stands under each key. */
const folders = new Map(
  [...root.matchAll(/^ {2}(\w+): (\w+),$/gm)].map(([, key = "", router = ""]) => {
    const module = new RegExp(`import \\{[^}]*\\b${router}\\b[^}]*\\} from "(?:@/server|\\.)/([^"]+)"`).exec(root)?.[1];
    return [key, dirname(module ?? "")];
  }),
);

/** What the procedures of each router say of themselves. */
const metas = new Map<string, Meta[]>();
for (const [path, { _def }] of proceduresOf(appRouter)) {
  const key = path.split(".")[0] ?? "";
  metas.set(key, [...(metas.get(key) ?? []), _def.meta as Meta]);
}

const screensOf = (screens: readonly Screen[], base: string) =>
  screens.flatMap((one) => ("router" in one ? [[String(one.router), `${base}${one.at}`] as const] : []));
const screens = new Map([...screensOf(backoffice, ""), ...screensOf(workspace, "/portal/{companyId}")]);

/** @returns the values, each once and in code style */
const cell = (values: (string | undefined)[]) =>
  [...new Set(values)]
    .filter((value) => value !== undefined)
    .map((value) => `\`${value}\``)
    .join(" ");

/** @returns rights such as `pers.read, .write`, each stem once */
function byStem(rights: string[]) {
  const stems = new Map<string, Set<string>>();
  for (const right of rights) {
    const [stem = "", action] = right.split(".");
    stems.set(stem, (stems.get(stem) ?? new Set()).add(action === undefined ? "" : `.${action}`));
  }
  return [...stems].map(([stem, actions]) => `${stem}${[...actions].join(", ")}`);
}

const tableOf = (table: PgTable) => `${getTableConfig(table).schema}.${getTableConfig(table).name}`;

it("the table of resources is as they are", async () => {
  const rows = [...metas].map(([key, all]) => {
    const rest = all.flatMap((meta) => meta.rest?.path ?? []).sort((a, b) => a.length - b.length)[0];
    const tables = all.flatMap((meta) => (meta.list?.of ? tableOf(meta.list.of.table as PgTable) : []));
    const rights = all.map(({ permission }) => permission);
    const cells = [folders.get(key), key, rest && `/api${rest}`, screens.get(key), tables[0]].map((one) => cell([one]));
    return { folder: folders.get(key) ?? "", line: `| ${[...cells, cell(byStem(rights))].join(" | ")} |` };
  });
  expect(rows.length).toBeGreaterThan(100);
  expect(rows.filter(({ folder }) => folder === "" || folder === ".")).toEqual([]);
  const lines = rows.sort((a, b) => (a.folder < b.folder ? -1 : 1)).map(({ line }) => line);
  const page = `# Resources

Each resource with its folder below \`server/\`, key in the typed API, shortest documented path, screen, table and rights. Made by \`server/resource-table.test.ts\` (\`npx vitest run -u\` with that file).

| folder | key | path | screen | table | rights |
|---|---|---|---|---|---|
${lines.join("\n")}
`;
  await expect(page).toMatchFileSnapshot("../docs/resources.md");
});
