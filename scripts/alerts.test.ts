import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

const folder = "docs/operations";
const read = (name: string) => readFileSync(`${folder}/${name}`, "utf8");

/** The parts of a YAML list that begin with this line, each with its name. */
function partsOf(text: string, begin: RegExp): Map<string, string> {
  const starts = [...text.matchAll(begin)];
  return new Map(starts.map((start, n) => [start[1] ?? "", text.slice(start.index, starts[n + 1]?.index)]));
}

const alerts = partsOf(read("alerts.yml"), /^ {6}- alert: (\w+)$/gm);
const trials = partsOf(read("alerts.test.yml"), /^ {2}- name: (\w+)$/gm);
/** The headings of the runbook as addresses name them. */
const headings = [...read("runbook.md").matchAll(/^## (.+)$/gm)].map(([, title = ""]) =>
  title
    .toLowerCase()
    .replace(/[^\w\s-]/g, "")
    .replace(/\s/g, "-"),
);

describe("every alert", () => {
  it("is found", () => expect(alerts.size).toBeGreaterThan(15));

  it.each([...alerts])("%s says what is wrong and what to do, and where more stands", (_, text) => {
    expect(text).toMatch(/^ {10}summary: "\S.{10,}"$/m);
    expect(text).toMatch(/^ {10}action: "\S.{20,}\."$/m);
    expect(text).toMatch(/severity: (critical|warning)/);
    const [, anchor] = /runbook\.md#([\w-]+)"/.exec(text) ?? [];
    expect([undefined, ...headings]).toContain(anchor);
  });

  it("has a trial in which it fires and one in which it stops", () => {
    expect([...trials.keys()]).toEqual([...alerts.keys()]);
    for (const [name, text] of trials) {
      const told = [...text.matchAll(/alertname: (\w+)\n {8}exp_alerts:(.*)$/gm)].map(([, of, what]) => [of, what]);
      expect([name, told]).toEqual([
        name,
        [
          [name, ""],
          [name, " []"],
        ],
      ]);
    }
  });
});
