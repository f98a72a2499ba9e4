import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { expect, it } from "vitest";
import { config } from "zod/v4/core";

// A list is read before anything on it is changed. Zod is what forms check with, 100 KiB to be parsed (bench/run.mjs).

const backoffice = "app/(backoffice)";

it("no list loads zod before its rows can be clicked", async () => {
  const lists = readdirSync(backoffice, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".list.tsx"))
    .map((file) => join(backoffice, file));
  expect(lists.length).toBeGreaterThan(30);
  const { metafile } = await build({
    stdin: { contents: lists.map((file) => `import ${JSON.stringify(`./${file}`)};`).join("\n"), resolveDir: "." },
    bundle: true,
    write: false,
    metafile: true,
    treeShaking: false,
    packages: "external",
    platform: "node",
    format: "esm",
    jsx: "automatic",
    loader: { ".css": "empty", ".module.css": "empty" },
    logLevel: "error",
  });
  /** How a list comes to it, by modules that come with it; undefined where it does not. */
  const wayTo = (file: string, wanted: string) => {
    const from = new Map<string, string>([[file, ""]]);
    for (const [at] of from)
      for (const { path, kind } of metafile.inputs[at]?.imports ?? [])
        if (kind === "import-statement" && !from.has(path)) from.set(path, at);
    const way: string[] = [];
    for (let at = from.get(wanted); at; at = from.get(at)) way.unshift(at);
    return from.has(wanted) ? way.join(" > ") : undefined;
  };
  expect(lists.flatMap((file) => wayTo(file, "zod") ?? [])).toEqual([]);
});

it("zod is told to make no functions, without being loaded for it", async () => {
  await import("@/instrumentation-client");
  expect(config().jitless).toBe(true);
});

/** What is shown at once is not waited for by a click. */
const shownAtOnce = ["components/kit/inbox/bell.tsx: ./inbox-bell"];

it("what a click on a list, a sheet or the frame opens is loaded ahead, once the browser is idle", () => {
  const files = ["app", "components/kit"].flatMap((room) =>
    readdirSync(room, { recursive: true, encoding: "utf8" }).map((file) => join(room, file)),
  );
  const parts = files
    .filter(
      (file) => /\.(list|sheet)\.tsx$/.test(file) || (file.startsWith("components/kit/") && file.endsWith(".tsx")),
    )
    .flatMap((file) => {
      const text = readFileSync(file, "utf8");
      const ahead = /\buseAhead\([^)]*\bahead\b/.test(text) ? /^const ahead = \[[^\]]*\]/m.exec(text)?.[0] : undefined;
      return [...text.matchAll(/dynamic\(\s*\(\) => import\("([^"]+)"\)/g)].map(([, part = ""]) => ({
        name: `${file}: ${part}`,
        isAhead: ahead?.includes(`import("${part}")`) ?? false,
      }));
    });
  expect(parts.length).toBeGreaterThan(8);
  expect(parts.filter(({ isAhead }) => !isAhead).map(({ name }) => name)).toEqual(shownAtOnce);
});
