import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { version } from "@/env/version";
import releases from "../docs/releases.json";

const changelog = readFileSync("CHANGELOG.md", "utf8");
const sections = [...changelog.matchAll(/^## (\S+), (.+)$/gm)].map(([, version = "", date = ""]) => ({
  version,
  date,
}));
const parts = (text: string) => text.split(".").map(Number);
const isLater = (one: string, other: string) => {
  const [a, b] = [parts(one), parts(other)];
  const at = a.findIndex((part, n) => part !== b[n]);
  return at >= 0 && (a[at] ?? 0) > (b[at] ?? 0);
};

describe("releases", () => {
  it("are in their order, and this version is the one after the last", () => {
    const versions = [...releases.map((release) => release.version), version];
    for (const [n, one] of versions.entries()) if (n > 0) expect(isLater(one, versions[n - 1] ?? "")).toBe(true);
  });

  it("each have their lines in CHANGELOG.md, the newest first, and so has this version", () => {
    const released = releases.map(({ version, date }) => ({ version, date })).reverse();
    expect(sections).toEqual([{ version, date: "not released" }, ...released]);
  });

  it.each(releases)("$version names its commit in full", ({ commit }) => {
    expect(commit).toMatch(/^[0-9a-f]{40}$/);
  });
});
