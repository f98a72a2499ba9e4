import { existsSync, readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { settingNames } from "@/env/env";

/** Seconds: DRAIN_SECONDS where nobody says otherwise, and what a web then takes at the most to end (ADR 98), with some to spare. */
const usualDrain = 5;
const finishing = 15;

const kubernetes = "docs/operations/kubernetes";
const manifests = readdirSync(kubernetes).filter((name) => name !== "kustomization.yaml");
const read = (file: string) => readFileSync(file, "utf8");
const files = ["Containerfile", "compose.yaml", ...manifests.map((name) => `${kubernetes}/${name}`)];

describe("what is deployed", () => {
  it("is found", () => expect(manifests.length).toBeGreaterThan(3));

  it.each(files)("%s starts scripts that there are, and that an image holds", (file) => {
    const scripts = read(file).match(/scripts\/[\w-]+\.c?m?js/g) ?? [];
    expect(scripts.length).toBeGreaterThan(0);
    const held = read("scripts/image-files.mjs");
    const commands = scripts.filter((script) => !script.endsWith("image-files.mjs"));
    expect(commands.filter((script) => !existsSync(script) || !held.includes(`"${script.split("/")[1]}"`))).toEqual([]);
  });

  it("has settings that there are", () => {
    const named = [...read(`${kubernetes}/kustomization.yaml`).matchAll(/^ {6}- (\w+)=/gm)].map(([, name]) => name);
    expect(named.length).toBeGreaterThan(3);
    expect(named.filter((name) => !settingNames.includes(String(name)))).toEqual([]);
  });

  it("gives a web that stops the time to serve on, to finish what is under way, and some to spare", () => {
    const number = (file: string, part: RegExp) => Number(part.exec(read(file))?.[1]);
    const drained = number(`${kubernetes}/kustomization.yaml`, /- DRAIN_SECONDS=(\d+)/);
    const allowed = number(`${kubernetes}/web.yaml`, /terminationGracePeriodSeconds: (\d+)/);
    expect(drained).toBeGreaterThan(usualDrain);
    expect(allowed).toBeGreaterThanOrEqual(drained + finishing);
    const inCompose = /\n {2}web:\n(?: {4}.*\n)*? {4}stop_grace_period: (\d+)s/;
    expect(number("compose.yaml", inCompose)).toBeGreaterThanOrEqual(usualDrain + finishing);
  });

  it.each(manifests)("%s: nothing runs as root, writes into its image or gains a right", (name) => {
    const text = read(`${kubernetes}/${name}`);
    const count = (part: RegExp) => text.match(part)?.length ?? 0;
    const containers = count(/^ +image: persdesk$/gm);
    expect(containers).toBeGreaterThan(0);
    for (const part of [/runAsNonRoot: true/g, /readOnlyRootFilesystem: true/g, /allowPrivilegeEscalation: false/g])
      expect([part.source, count(part)]).toEqual([part.source, containers]);
  });
});
