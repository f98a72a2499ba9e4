import { existsSync, readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { settingNames } from "@/env/env";

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

  it.each(manifests)("%s: nothing runs as root, writes into its image or gains a right", (name) => {
    const text = read(`${kubernetes}/${name}`);
    const count = (part: RegExp) => text.match(part)?.length ?? 0;
    const containers = count(/^ +image: persdesk$/gm);
    expect(containers).toBeGreaterThan(0);
    for (const part of [/runAsNonRoot: true/g, /readOnlyRootFilesystem: true/g, /allowPrivilegeEscalation: false/g])
      expect([part.source, count(part)]).toEqual([part.source, containers]);
  });
});
