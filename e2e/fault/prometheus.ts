import { execFileSync, spawn, spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { vi } from "vitest";
import { z } from "zod";
import { patienceMs } from "@/db/testing/scale";
import { freePort } from "@/scripts/port.mjs";

/** Whether Prometheus and its tool are installed. */
export const hasPrometheus = () =>
  ["prometheus", "promtool"].every((program) => spawnSync(program, ["--version"]).status === 0);

export interface Target {
  instance: string;
  port: number;
}

/**
 * Reads the metrics of these processes again and again, as Prometheus would, by a clock of its own.
 * @param names the metrics that are kept
 */
export function recordMetrics(targets: readonly Target[], now: () => number, names: ReadonlySet<string>) {
  const lines: string[] = [];
  async function read({ instance, port }: Target) {
    const answer = await fetch(`http://127.0.0.1:${port}/metrics`).catch(() => undefined);
    const text = (await answer?.text().catch(() => "")) ?? "";
    const at = (now() / 1000).toFixed(3);
    const of = `instance="${instance}",job="persdesk"`;
    lines.push(`up{${of}} ${text ? 1 : 0} ${at}`);
    for (const [, name = "", labels = "", value = ""] of text.matchAll(/^(\w+)(?:\{(.*)\})? (\S+)$/gm))
      if (names.has(name))
        lines.push(`${name}{${labels ? `${labels},` : ""}${of}} ${value.replace("Nan", "NaN")} ${at}`);
  }
  let isStopped = false;
  const reading = (async () => {
    while (!isStopped) {
      await Promise.all(targets.map(read));
      await new Promise((done) => setTimeout(done, 1_000));
    }
  })();
  return {
    /** @returns what was read, in OpenMetrics' text form */
    async stop() {
      isStopped = true;
      await reading;
      return `${lines.join("\n")}\n# EOF\n`;
    },
  };
}

const Answer = z.object({
  data: z.object({
    result: z.array(
      z.object({
        metric: z.record(z.string(), z.string()),
        values: z.array(z.tuple([z.number(), z.string()])),
      }),
    ),
  }),
});
export type Series = z.infer<typeof Answer>["data"]["result"][number];

/** Starts a Prometheus that holds what was recorded. */
export async function startPrometheus(folder: string, recorded: string) {
  const data = join(folder, "prometheus");
  mkdirSync(data, { recursive: true });
  const file = join(folder, "recorded.om");
  writeFileSync(file, recorded);
  execFileSync("promtool", ["tsdb", "create-blocks-from", "openmetrics", file, data], { stdio: "pipe" });
  const config = join(folder, "prometheus.yml");
  writeFileSync(config, "global: {}\n");
  const port = await freePort();
  const args = [`--config.file=${config}`, `--storage.tsdb.path=${data}`, "--storage.tsdb.retention.time=100y"];
  const child = spawn("prometheus", [...args, `--web.listen-address=127.0.0.1:${port}`], { stdio: "ignore" });
  const url = `http://127.0.0.1:${port}`;
  await vi.waitFor(async () => {
    if (!(await fetch(`${url}/-/ready`)).ok) throw new Error("Prometheus is not ready");
  }, patienceMs);
  return {
    /** The series of an expression, from one moment to another in seconds, so many seconds apart. */
    async range(query: string, start: number, end: number, step: number): Promise<Series[]> {
      const values = { query, start: String(start), end: String(end), step: String(step) };
      const answer = await fetch(`${url}/api/v1/query_range`, { method: "POST", body: new URLSearchParams(values) });
      const text = await answer.text();
      if (!answer.ok) throw new Error(`${query}: ${text}`);
      return Answer.parse(JSON.parse(text)).data.result;
    },
    stop: () =>
      new Promise<void>((done) => {
        child.once("exit", () => done());
        child.kill();
      }),
  };
}

const Dashboard = z.object({
  panels: z.array(
    z.object({
      title: z.string(),
      fieldConfig: z.object({ defaults: z.object({ unit: z.string() }) }),
      targets: z.array(z.object({ expr: z.string(), legendFormat: z.string() })).length(1),
    }),
  ),
});

/** The panels of the dashboard that Grafana is given. */
export const panelsOf = (file: string) =>
  Dashboard.parse(JSON.parse(readFileSync(file, "utf8"))).panels.map(({ title, fieldConfig, targets: [target] }) => ({
    title,
    unit: fieldConfig.defaults.unit,
    expr: target?.expr ?? "",
    legend: target?.legendFormat ?? "",
  }));
export type Panel = ReturnType<typeof panelsOf>[number];

/** The alerts of the rules, with the seconds that each has to last. */
export function alertsOf(file: string) {
  const each = readFileSync(file, "utf8")
    .split(/^ {6}- alert: /m)
    .slice(1);
  return each.map((text) => {
    const [, block, line] = /^ {8}expr: (?:\|\n((?: {10}.*\n)+)|(.*)\n)/m.exec(text) ?? [];
    const [, count, unit] = /^ {8}for: (\d+)([smh])$/m.exec(text) ?? [];
    const seconds = { s: 1, m: 60, h: 3600 }[unit ?? "s"] ?? 1;
    return { name: /^\w+/.exec(text)?.[0] ?? "", expr: (block ?? line ?? "").trim(), lasts: Number(count) * seconds };
  });
}
