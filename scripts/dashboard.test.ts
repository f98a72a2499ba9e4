import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { collectDefaultMetrics, Registry } from "prom-client";
import { describe, expect, it } from "vitest";
import { panelsOf } from "@/e2e/fault/prometheus";

// What the dashboard and the rules ask for is there to be asked for.

const operations = "docs/operations";
const panels = panelsOf(`${operations}/grafana.json`);

/** The metrics that our code names, and those of every Node program. */
function served(): Set<string> {
  const sources = readdirSync("server", { recursive: true, encoding: "utf8" }).filter(
    (file) => file.endsWith(".ts") && !file.endsWith(".test.ts"),
  );
  const ours = sources.flatMap((file) =>
    [...readFileSync(join("server", file), "utf8").matchAll(/"(persdesk_\w+)"/g)].map(([, name = ""]) => name),
  );
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const defaults = registry.getMetricsAsArray().map(({ name }) => name);
  return new Set([...ours, ...defaults]);
}

const there = served();
/** The metrics in a text; the buckets of a histogram are its own. */
const asked = (text: string) =>
  [...new Set(text.match(/\b(?:persdesk|process|nodejs)_\w+/g) ?? [])].map((name) => name.replace(/_bucket$/, ""));

describe("what is looked at", () => {
  it("are metrics that there are", () => {
    const used = [...panels.map(({ expr }) => expr), readFileSync(`${operations}/alerts.yml`, "utf8")].flatMap(asked);
    expect(used.length).toBeGreaterThan(20);
    expect(used.filter((name) => !there.has(name))).toEqual([]);
    expect(there.has("persdesk_nothing")).toBe(false);
  });

  it("is named by what each line is of", () => {
    for (const { title, expr, legend } of panels) {
      const by = [...expr.matchAll(/\bby \(([^)]+)\)/g)].at(0)?.[1]?.split(", ") ?? [];
      const named = [...legend.matchAll(/\{\{(\w+)\}\}/g)].map(([, label]) => label ?? "");
      const shown = expr.startsWith("histogram_quantile") ? by.filter((label) => label !== "le") : by;
      expect([title, named.filter((label) => label !== "instance" || by.length > 0).sort()]).toEqual([
        title,
        shown.sort(),
      ]);
    }
  });
});
