import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { expect, it } from "vitest";
import { config } from "zod/v4/core";

// A list is read before anything on it is changed. Zod is what forms check with, 100 KiB to be parsed (bench/felt.mjs).

const backoffice = "app/(backoffice)";
const bundling = {
  bundle: true,
  write: false,
  metafile: true,
  platform: "node",
  format: "esm",
  jsx: "automatic",
  loader: { ".css": "empty", ".module.css": "empty" },
  logLevel: "error",
} as const;

it("no list loads zod before its rows can be clicked", async () => {
  const lists = readdirSync(backoffice, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".list.tsx"))
    .map((file) => join(backoffice, file));
  expect(lists.length).toBeGreaterThan(30);
  const { metafile } = await build({
    stdin: { contents: lists.map((file) => `import ${JSON.stringify(`./${file}`)};`).join("\n"), resolveDir: "." },
    ...bundling,
    treeShaking: false,
    packages: "external",
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
      const isAhead = /\buseAhead\([^)]*\bahead\b/.test(text);
      return [...text.matchAll(/dynamic\(\s*(part\(\s*)?\(\) =>\s*import\(\s*"([^"]+)"/g)].map(
        ([, isPart, part = ""]) => ({
          name: `${file}: ${part}`,
          isAhead: Boolean(isPart) && isAhead,
        }),
      );
    });
  expect(parts.length).toBeGreaterThan(8);
  expect(parts.filter(({ isAhead }) => !isAhead).map(({ name }) => name)).toEqual(shownAtOnce);
});

it("the styles of the library's parts that a page may show are loaded, in its order, and no others", async () => {
  const pages = readdirSync("app", { recursive: true, encoding: "utf8" })
    .filter((file) => /(page|layout|error|not-found|forbidden)\.tsx$/.test(file))
    .map((file) => join("app", file));
  const { metafile } = await build({
    stdin: {
      contents: pages.map((file, n) => `export * as page${n} from ${JSON.stringify(`./${file}`)};`).join("\n"),
      resolveDir: ".",
    },
    ...bundling,
    plugins: [
      {
        name: "our own files and the library's",
        setup: ({ onResolve }) =>
          onResolve({ filter: /^[^./]/ }, ({ path }) =>
            /^@(\/|mantine\/)/.test(path) ? undefined : { path, external: true },
          ),
      },
    ],
  });
  const shown = Object.values(metafile.outputs).flatMap(({ inputs }) =>
    Object.entries(inputs).flatMap(([file, { bytesInOutput }]) =>
      bytesInOutput > 0 ? (/@mantine\/core\/.*\/(\w+)\.module\.mjs$/.exec(file)?.[1] ?? []) : [],
    ),
  );
  const [whole, ...parts] = [
    "",
    "/baseline",
    "/default-css-variables",
    "/global",
    ...new Set(shown.map((name) => `/${name}`)),
  ].map((name) => ({ name, css: readFileSync(`node_modules/@mantine/core/styles${name}.layer.css`, "utf8") }));
  const placeOf = ({ css }: { css: string }) => whole?.css.indexOf(css.slice(css.indexOf("{") + 1).slice(0, 150)) ?? -1;
  expect(parts.filter((part) => placeOf(part) < 0).map(({ name }) => name)).toEqual([]);
  const loaded = [
    ...readFileSync("components/ui/mantine.css", "utf8").matchAll(/"@mantine\/core\/styles(\/[\w-]+)\.layer\.css"/g),
  ];
  expect(loaded.map(([, name]) => name)).toEqual(
    parts.sort((one, other) => placeOf(one) - placeOf(other)).map(({ name }) => name),
  );
});
