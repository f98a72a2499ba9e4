import { readFileSync } from "node:fs";
import { gte } from "semver";
import { expect, it } from "vitest";

// The oldest versions without a published vulnerability that concerns us. `npm audit` is not asked: the build must
// also pass where its service can't be reached.
const floors = {
  next: "16.4.1",
  "next-auth": "4.24.15",
  "drizzle-orm": "0.45.2",
  "@trpc/server": "11.8.0",
};

const lock: { packages: Record<string, { version?: string; hasInstallScript?: boolean }> } = JSON.parse(
  readFileSync("package-lock.json", "utf8"),
);
const manifest: { allowScripts: Record<string, boolean> } = JSON.parse(readFileSync("package.json", "utf8"));

it.each(Object.entries(floors))("%s is locked at %s or newer, wherever it stands", (name, floor) => {
  const found = Object.entries(lock.packages).filter(
    ([path]) => path === name || path.endsWith(`node_modules/${name}`),
  );
  expect(found.length).toBeGreaterThan(0);
  for (const [path, { version = "0.0.0" }] of found) expect(gte(version, floor), `${path} is ${version}`).toBe(true);
});

it("lets no package run a script at install, and has said so about each that has one", () => {
  const scripted = Object.entries(lock.packages).filter(([path, entry]) => path && entry.hasInstallScript);
  const names = scripted.map(([path]) => path.split("node_modules/").at(-1) ?? "");
  expect(names).toContain("esbuild");
  for (const name of names)
    expect(manifest.allowScripts, `npm install-scripts deny ${name}`).toHaveProperty([name], false);
});
