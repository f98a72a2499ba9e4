import { readFileSync } from "node:fs";
import { basename, dirname } from "node:path";
import { describe, expect, it } from "vitest";
import { isTest, isTestTool, sourceFiles } from "./import-graph.mjs";

// Who may import whom, as docs/ARCHITECTURE.md draws it. Biome can forbid a name but not a direction, so this test walks
// the imports of the whole tree.

type SourceFile = ReturnType<typeof sourceFiles>[number];
type Import = SourceFile["imports"][number];

const files = sourceFiles();
const isScreen = (path: string) => /^(app\/(?!api\/)|components\/)/.test(path);
const code = files.filter(({ path }) => !isTest(path) && !isTestTool(path));

/** Every import in the files that `where` picks and `wrong` condemns, as `file -> import`. */
const crossings = (where: (file: SourceFile) => boolean, wrong: (one: Import) => boolean) =>
  code.filter(where).flatMap(({ path, imports }) => imports.filter(wrong).map(({ to }) => `${path} -> ${to}`));

const isService = ({ to }: Import) => /\.service$/.test(to);
const isDatabase = ({ to }: Import) => to.startsWith("db/") || to === "drizzle-orm" || to.startsWith("drizzle-orm/");
const shared = /\.(schema|rules)$|^server\/permissions$|^server\/kit\/call\/wire$/;

describe("who may import whom", () => {
  it("finds the imports it judges", () => {
    expect(code.length).toBeGreaterThan(20);
    expect(code.flatMap(({ imports }) => imports).filter(isDatabase).length).toBeGreaterThan(5);
  });

  it("screens decide nothing: no service, no table", () => {
    // The demo's mailbox shows what a service caught; it has no door of its own, because no such page is elsewhere.
    // app/_screen is the seam where pages fill, on the server, the cache that the browser's components read.
    const where = ({ path }: SourceFile) => isScreen(path) && !/^app\/(dev|_screen)\//.test(path);
    expect(crossings(where, (one) => !one.typeOnly && (isService(one) || isDatabase(one)))).toEqual([]);
  });

  it("code for the browser takes only types, schemas and rules from the server", () => {
    const inBrowser = ({ path, text }: SourceFile) => isScreen(path) && /^"use client"/.test(text);
    const wrong = ({ to, typeOnly }: Import) => to.startsWith("server/") && !typeOnly && !shared.test(to);
    expect(crossings(inBrowser, wrong)).toEqual([]);
  });

  it("the kit of components knows no screen, and the server neither", () => {
    expect(
      crossings(
        ({ path }) => path.startsWith("components/"),
        ({ to }) => to.startsWith("app/"),
      ),
    ).toEqual([]);
    const inServer = ({ path }: SourceFile) => path.startsWith("server/");
    expect(crossings(inServer, ({ to }) => /^(app|components)\//.test(to))).toEqual([]);
  });

  it("the server knows no seed, but in samples for tests", () => {
    const inServer = ({ path }: SourceFile) => /^server\//.test(path) && !path.endsWith("root.samples.ts");
    expect(crossings(inServer, ({ to }) => to.startsWith("seed/"))).toEqual([]);
  });

  it("the database knows no server", () => {
    const inDatabase = ({ path }: SourceFile) => /^(db|env)\//.test(path);
    expect(crossings(inDatabase, ({ to }) => /^(server|seed|app|components)\//.test(to))).toEqual([]);
  });

  it("a schema is pure zod, and what it says is said by t()", () => {
    const wrong = ({ to, typeOnly }: Import) => to !== "zod" && to !== "texts/t" && !typeOnly && !shared.test(to);
    expect(crossings(({ path }) => /\.schema\.ts$/.test(path), wrong)).toEqual([]);
  });

  it("a router asks a service, not the database", () => {
    expect(crossings(({ path }) => /\.router\.ts$/.test(path), isDatabase)).toEqual([]);
  });

  it("SQL is written in services, seeds, the server's kit and doors, and db/", () => {
    const elsewhere = ({ path }: SourceFile) => !/^(db|bench|seed|server\/(kit|doors))\/|\.service\.ts$/.test(path);
    expect(crossings(elsewhere, ({ to }) => /^drizzle-orm(\/|$)/.test(to))).toEqual([]);
  });

  it("the two contexts meet in service functions only", () => {
    const domain = (to: string) => /^server\/(identity|companies|devices|content|operations|overview)\//.test(to);
    const allowed = (to: string) => /\.(service|schema)$/.test(to);
    const inNotification = ({ path }: SourceFile) => path.startsWith("server/notification/");
    expect(crossings(inNotification, ({ to }) => domain(to) && !allowed(to))).toEqual([]);
    const inBackoffice = ({ path }: SourceFile) => domain(path);
    expect(crossings(inBackoffice, ({ to }) => to.startsWith("server/notification/") && !allowed(to))).toEqual([]);
  });
});

/** The room of a module: its folder, or, where it lies directly in the domain's, the module itself. */
const roomOf = (domain: string, path: string) =>
  (dirname(path) === domain ? path : dirname(path)).slice(domain.length + 1);

/** The first way that leads back to where it began, as `a -> b -> a`; null where every import leads down. */
function circleIn(domain: string, counts: (one: Import) => boolean = () => true): string | null {
  const inside = code.filter(({ path }) => path.startsWith(`${domain}/`));
  const roads = new Map<string, Set<string>>();
  for (const { path, imports } of inside) {
    const from = roomOf(domain, path.replace(/\.tsx?$/, ""));
    const within = imports.filter((one) => one.to.startsWith(`${domain}/`) && counts(one));
    const to = within.map((one) => roomOf(domain, one.to));
    roads.set(from, new Set([...(roads.get(from) ?? []), ...to.filter((room) => room !== from)]));
  }
  const done = new Set<string>();
  const walk = (room: string, way: string[]): string | null => {
    if (way.includes(room)) return [...way.slice(way.indexOf(room)), room].join(" -> ");
    if (done.has(room)) return null;
    for (const next of roads.get(room) ?? []) {
      const circle = walk(next, [...way, room]);
      if (circle) return circle;
    }
    done.add(room);
    return null;
  };
  for (const room of roads.keys()) {
    const circle = walk(room, []);
    if (circle) return circle;
  }
  return null;
}

/** From what everybody calls to what reads everybody; the files that lie directly in server/ stand above all of it. */
const layers = [
  "kit",
  "platform",
  "notification",
  "identity",
  "devices",
  "companies",
  "content",
  "operations",
  "overview",
  "doors",
];

/** How high a module of the server stands. */
function heightOf(module: string): number {
  if (/^server\/(permissions|permission-modules\.rules|company-permissions\.rules)$/.test(module)) return 0;
  const [, layer = "", inLayer] = module.split("/");
  return inLayer === undefined ? layers.length : layers.indexOf(layer);
}

it("no module leads back to itself by its imports", () => {
  const importsOf = new Map(code.map(({ path, imports }) => [path.replace(/\.(tsx?|mjs)$/, ""), imports]));
  const done = new Set<string>();
  const circle = (module: string, way: string[]): string[] | undefined => {
    if (way.includes(module)) return way.slice(way.indexOf(module));
    if (done.has(module)) return undefined;
    for (const { to } of importsOf.get(module) ?? []) {
      const found = circle(to.replace(/\.(tsx?|mjs)$/, ""), [...way, module]);
      if (found) return found;
    }
    done.add(module);
    return undefined;
  };
  expect([...importsOf.keys()].map((module) => circle(module, [])).find((found) => found)).toBe(undefined);
});

describe("the layers of the server", () => {
  const inServer = code.filter(({ path }) => /^server\/(?!testing|attacks)/.test(path));

  it("each folder is one", () => {
    const unknown = inServer.map(({ path }) => path.replace(/\.tsx?$/, "")).filter((path) => heightOf(path) < 0);
    expect(unknown).toEqual([]);
    expect(new Set(inServer.map(({ path }) => heightOf(path.replace(/\.ts$/, "")))).size).toBe(layers.length + 1);
  });

  it("imports lead down", () => {
    const up = inServer.flatMap(({ path, imports }) =>
      imports
        .filter(({ to }) => /^server\/(?!testing)/.test(to) && heightOf(to) > heightOf(path.replace(/\.ts$/, "")))
        .map(({ to }) => `${path} -> ${to}`),
    );
    // The port through which the notification context asks for people, here or by HTTP.
    expect(up).toEqual([
      "server/notification/recipient/recipient-port.service.ts -> server/identity/recipient/recipient.service",
    ]);
  });
});

describe("the rooms of a domain", () => {
  it("are found", () => {
    expect(new Set(code.map(({ path }) => roomOf("server/identity", path))).size).toBeGreaterThan(15);
  });

  it.each(["identity", "companies", "devices", "operations", "notification", "overview", "platform"])(
    "do not import each other in a circle: %s",
    (name) => {
      expect(circleIn(`server/${name}`)).toBe(null);
    },
  );

  it("of the kit neither, when they run", () => {
    expect(circleIn("server/kit", ({ typeOnly }) => !typeOnly)).toBe(null);
  });
});

describe("habits", () => {
  const found = (list: SourceFile[], pattern: RegExp) =>
    list.filter(({ text }) => pattern.test(text)).map(({ path }) => path);
  // Spelt in two halves, so that this file does not find itself.
  const word = (one: string, other: string) => new RegExp(`${one}${other}`, "m");

  it("settings are read in one place", () => {
    const readers = code.filter(({ path }) => !/^(scripts|e2e|bench)\/|^env\/env\.ts$/.test(path));
    expect(found(readers, word("process\\.", "env\\b"))).toEqual([]);
  });

  it("connections to a database are opened in one place, which knows what an address says of TLS", () => {
    const openers = code.filter(
      ({ path }) => /^(db|env|scripts|seed|server)\//.test(path) && !/\/testing\//.test(path),
    );
    expect(found(openers, /(?<![\w."'`/^])postgres\(/g).map((line) => line.split(":")[0])).toEqual(["db/connect.mjs"]);
  });

  describe("suffixes of screens", () => {
    const named = /`((?:\.\w+ )+\.\w+)` \(screens\b/.exec(readFileSync("CONTRIBUTING.md", "utf8"))?.[1] ?? "";
    const known = new Set(named.split(" "));
    const ofNext = /\/(page|layout|error|not-found|forbidden)\.tsx$/;
    const screens = files.filter(
      ({ path }) => /^app\/(\(backoffice\)|.*\/_(screens|fields))\//.test(path) && !ofNext.test(path),
    );
    const suffixOf = (path: string) => /\.[\w-]+(?=\.tsx?$)/.exec(path.replace(/\.test(?=\.tsx?$)/, ""))?.[0];

    it("are those that CONTRIBUTING names, and each file of a screen has one", () => {
      expect(screens.length).toBeGreaterThan(300);
      const used = new Set(screens.map(({ path }) => suffixOf(path)));
      expect([...known].filter((suffix) => !used.has(suffix))).toEqual([]);
      const astray = screens.filter(({ path }) => !known.has(suffixOf(path) ?? "") && suffixOf(path) !== ".rules");
      expect(astray.map(({ path }) => path)).toEqual([]);
    });

    it("are no others elsewhere in app/", () => {
      const others = files.filter(({ path }) => path.startsWith("app/") && !/\.test(-d)?\.tsx?$/.test(path));
      const unknown = others.filter(({ path }) => !["", ".rules", ...known].includes(suffixOf(path) ?? ""));
      expect(unknown.map(({ path }) => path)).toEqual([]);
    });

    it("a file of hooks is .hook, and nothing else is", () => {
      const valuesOf = (text: string) =>
        [...text.matchAll(/^export (?:async )?(?:function|const|class) (\w+)/gm)].map(([, name = ""]) => name);
      const astray = screens.filter(({ path, text }) => {
        const values = valuesOf(text);
        const isOfHooks = values.length > 0 && values.every((name) => /^use[A-Z]/.test(name));
        return isOfHooks !== (suffixOf(path) === ".hook");
      });
      expect(astray.map(({ path }) => path)).toEqual([]);
    });
  });

  it("packages of OpenTelemetry are loaded where traces are asked for, and nowhere at the start", () => {
    expect(found(code, word("^import (?!type).*@opentelemetry", "/"))).toEqual([]);
    expect(found(code, word('import\\("@opentelemetry', "/"))).toEqual(["server/tracing.ts"]);
  });

  it("the packages of the demo's mail server are loaded by the demo", () => {
    expect(found(code, word('^import (?!type).*"(smtp-server|mailparser)', '"'))).toEqual([]);
  });

  it("there are no server actions, no unchecked lines and no notes to self", () => {
    expect(found(files, word("^\\s*['\"]use ", "server['\"]"))).toEqual([]);
    expect(found(files, word("@ts-", "(ignore|nocheck)"))).toEqual([]);
    // A mistake that the compiler must find is expected where mistakes are collected, and nowhere else.
    const expecting = found(files, word("@ts-", "expect-error"));
    expect(expecting.filter((path) => !/\.test-d\.tsx$/.test(path))).toEqual([]);
    expect(found(files, word("\\b(TO", "DO|FIX" + "ME)\\b"))).toEqual([]);
  });

  it("a problem is put into words at one place, where its code is one of the catalogue", () => {
    expect(found(code, word("problem\\+", "json"))).toEqual([
      "server/doors/introduction.ts",
      "server/doors/openapi-parts.ts",
      "server/doors/rest-answer.ts",
    ]);
    expect(found(code, word("[\"']code[\"']\\s*:\\s*", "[\"'][a-z_]+[\"']"))).toEqual([]);
  });

  it("only a test that runs alone replaces modules, for the others share theirs with the files that a worker ran before", () => {
    const quick = files.filter(({ path }) => /\.test\.tsx?$/.test(path) && !path.endsWith(".alone.test.ts"));
    expect(quick.length).toBeGreaterThan(50);
    expect(found(quick, word("\\bvi\\.(do", "Mock|mock|resetModules)\\("))).toEqual([]);
  });

  it("files stay small and have names", () => {
    const long = files.filter(({ text }) => text.split("\n").length > 401).map(({ path }) => path);
    expect(long).toEqual([]);
    const vague = /^(index|utils?|helpers?|common|misc)\.tsx?$/;
    const nameless = files.map(({ path }) => path).filter((path) => vague.test(basename(path)));
    expect(nameless).toEqual(["db/schema/index.ts"]);
  });
});
