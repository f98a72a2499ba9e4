import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { sample } from "@/db/testing/sample";
import { runNode } from "@/scripts/command.mjs";
import { startPostgres } from "@/scripts/postgres.mjs";
import { quickFolder } from "@/scripts/quick-folder.mjs";

// A bench of each day, small, so that none rots between the days on which somebody measures; all of them in the long
// run. What they measure here means nothing.

const folder = mkdtempSync(join(quickFolder(), "persdesk-bench-test-"));
let database: Awaited<ReturnType<typeof startPostgres>>;
// One server for all of them, which need not survive a power cut; what one bench seeds, the next one finds.
beforeAll(async () => {
  database = await startPostgres({ dir: join(folder, "postgres"), throwaway: true });
});
afterAll(async () => {
  await database.stop();
  rmSync(folder, { recursive: true, force: true });
});

const benches = readdirSync("bench").filter((file) => file.endsWith(".mjs"));
const tried = sample(benches, 1, "benches");

/** The rows below each heading, as cells. */
function tablesOf(output: string) {
  return output
    .split("\n### ")
    .slice(1)
    .map((text) => {
      const [, head = [], , ...rows] = text
        .split("\n")
        .filter((line, n) => n === 0 || line.startsWith("|"))
        .map((line) =>
          line
            .split("|")
            .slice(1, -1)
            .map((cell) => cell.trim()),
        );
      return { title: text.split("\n")[0] ?? "", head, rows };
    });
}

it.each(tried)("%s prints its figures, and what they are of the bare ones", { timeout: 400_000 }, async (file) => {
  const env = { ...process.env, BENCH_DIR: folder, PAGES_AHEAD: "false" };
  const { code, output } = await runNode([join("bench", file), "--tiny"], { env });
  expect(code, output).toBe(0);
  const tables = tablesOf(output);
  const ofBare = tables.flatMap(({ head, rows }) => rows.flatMap((row) => row.filter((_, n) => head[n] === "of bare")));
  expect(ofBare.length, output).toBeGreaterThan(0);
  for (const { title, head, rows } of tables) {
    expect(rows.length, title).toBeGreaterThan(0);
    for (const row of rows) {
      expect(row, title).toHaveLength(head.length);
      for (const cell of row.slice(1)) expect(cell, `${title}, ${row[0]}`).toMatch(/^$|^\d+(\.\d+)?×?$/);
    }
  }
});
