import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { panelsOf } from "@/e2e/fault/prometheus";

// The rules and the dashboard, by Prometheus' own program.

const isThere = spawnSync("promtool", ["--version"]).status === 0;
const isSkipped = !isThere && process.env.OPERATE !== "1";
const why = "promtool is not installed";

function promtool(...args: string[]) {
  const { status, stdout, stderr } = spawnSync("promtool", args, { encoding: "utf8" });
  return [status, `${stdout}${stderr}`];
}

it("every alert fires and stops as its trial says", ({ skip }) => {
  skip(isSkipped, why);
  expect(promtool("test", "rules", "docs/operations/alerts.test.yml")).toEqual([0, expect.stringContaining("SUCCESS")]);
});

it("every panel of the dashboard asks what can be asked", ({ skip }) => {
  skip(isSkipped, why);
  const folder = mkdtempSync(join(tmpdir(), "persdesk-panels-"));
  /** As rules that record them, which is what the program checks. */
  const check = (expressions: string[]) => {
    const file = join(folder, "rules.json");
    const rules = expressions.map((expr, n) => ({ record: `panel:number:${n}`, expr }));
    writeFileSync(file, JSON.stringify({ groups: [{ name: "panels", rules }] })); // YAML too
    return promtool("check", "rules", file);
  };
  const panels = panelsOf("docs/operations/grafana.json").map(({ expr }) => expr);
  expect(panels.length).toBeGreaterThan(15);
  expect(check(panels)).toEqual([0, expect.stringContaining(`${panels.length} rules found`)]);
  expect(check(["sum by (status) rate(up[5m])"])[0]).toBe(1);
  rmSync(folder, { recursive: true, force: true });
});
