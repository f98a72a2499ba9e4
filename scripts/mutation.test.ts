import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { scoreOf } from "./mutation.mjs";
import { testsFor } from "./mutation-choice.mjs";
import { partsThatRun, readCounts, stillTrue } from "./mutation-counts.mjs";
import { counting, faulty, type Mutant, mutantsOf } from "./mutation-operators.mjs";
import { routersOf } from "./mutation-tree.mjs";

const changes = (source: string) => mutantsOf("a.ts", source).map(({ change }) => change);
const inSql = (text: string) => changes(`const x = () => sql\`${text}\`;`);

describe("faults of code", () => {
  it("are guards left out, conditions turned, comparisons moved by one, and calls that are not made", () => {
    expect(changes("function f(a) { if (a < 1) throw new Error(); save(a); return !a; }")).toEqual([
      "a < 1 → false",
      "< → <=",
      "1 → 2",
      "save(a); → ;",
      "!a → (a)",
    ]);
    expect(changes("const f = (a, b) => (a && b ? a + b : a.some(b));")).toEqual([
      "a && b → false",
      "a && b → true",
      "a && b → (a)",
      "a && b → (b)",
      "+ → -",
      "some → every",
    ]);
  });

  it("leave out one condition of a query, or all, and bring what they need", () => {
    const [all, first, second, other] = mutantsOf("a.ts", "q.where(and(eq(a, b), mine));");
    expect([all, first, second].map((one) => one?.change)).toEqual([
      "q.where(and(eq(a, b), mine)); → ;",
      "and(eq(a, b), mine) → undefined",
      "eq(a, b) → undefined",
    ]);
    expect(other?.change).toBe("mine → undefined");
    const swapped = mutantsOf("a.ts", "const x = eq(a, b);")[0];
    expect(faulty("const x = eq(a, b);", swapped as NonNullable<typeof swapped>)).toBe(
      'import { ne as $ne } from "drizzle-orm";const x = $ne(a, b);',
    );
  });

  it("leave types, imports and what is logged alone", () => {
    expect(
      changes(
        'import { a } from "b"; type T = true; log.info({ a: 1 }, a && b); if (a > 1) logError(a); const x = y as 1;',
      ),
    ).toEqual([]);
  });
});

it("faults leave the number alone that stands in for a place of a list that is there", () => {
  expect(changes("const f = (a) => { const [b = 5] = a; return g(a[b] ?? 0, b ?? 1); };")).toEqual([
    "a[b] ?? 0 → (a[b])",
    "a[b] ?? 0 → (0)",
    "b ?? 1 → (b)",
    "b ?? 1 → (1)",
    "1 → 2",
  ]);
});

it("faults leave the numbers of a comparator alone, of which only the sign is looked at", () => {
  expect(changes("const f = (a, b) => (a < b ? -1 : a > b ? 1 : 0);")).toEqual([
    "a < b → false",
    "a < b → true",
    "< → <=",
    "a > b → false",
    "a > b → true",
    "> → >=",
  ]);
  expect(changes("const f = (a) => (a ? 1 : 0);")).toContain("1 → 2");
});

describe("faults of SQL", () => {
  it("leave out each condition, up to where it ends", () => {
    expect(inSql(`select 1 from t where a = \${b} and c in (1, 2) or d order by e`)).toEqual([
      `a = \${b} and → `,
      "and c in (1, 2) → ",
      "or d → ",
      "= → <>",
    ]);
    expect(inSql("where x and exists (select 1 where y and z) returning id")).toEqual([
      "x and → ",
      "and exists (select 1 where y and z) → ",
      "y and → ",
      "and z → ",
    ]);
    expect(inSql(`where a and b is distinct from c and d = 'e' \${more}`)).toContain("and d = 'e' → ");
  });

  it("know what an `and` of `between` is", () => {
    expect(inSql("where a between 1 and 2 and b")).toEqual(["a between 1 and 2 and → ", "and b → "]);
  });

  it("turn comparisons and null, double times, and leave what is set", () => {
    expect(inSql("update t set a = 1, b = 2 where c <= 3 and d is null")).toEqual([
      "c <= 3 and → ",
      "and d is null → ",
      "<= → <",
      " → not",
    ]);
    expect(inSql("select now() - interval '24 hours' < a, not b, c::int -> 'd' <@ e")).toEqual([
      "24 → 48",
      "< → <=",
      "not → ",
    ]);
    expect(inSql("select a > now()")).toEqual(["> → <"]);
  });
});

it("a fault is known again by its line, and says which statement runs it", () => {
  const source = "const limit = 5;\nexport function f(a) {\n  const b = 1;\n  return a ? b : limit;\n}\n";
  const found = mutantsOf("a.ts", source).map(({ row, line, statement }) => [row, line, statement]);
  expect(found[0]).toEqual([1, "const limit = 5;", null]);
  expect(found[1]).toEqual([3, "const b = 1;", source.indexOf("const b")]);
  expect(found[2]).toEqual([4, "return a ? b : limit;", source.indexOf("return")]);
});

it("a file that counts does what it did, and says which statements ran", () => {
  const source = "const f = (a) => (a ? 1 : 2); function g(b) { if (b) return f(b); switch (b) { case 0: return 5; } }";
  const ran: string[] = [];
  const work = new Function("$ran", `${counting("a.ts", source)} return [f(1), g(3), g(0)];`);
  expect(work((path: string, place: number) => ran.push(`${path}:${source.slice(place).slice(0, 8)}`))).toEqual([
    1, 1, 5,
  ]);
  expect(new Set(ran)).toEqual(new Set(["a.ts:(a ? 1 :", "a.ts:if (b) r", "a.ts:switch (", "a.ts:return 5"]));
});

it("a fault that is said to change nothing stands in the code, and one that does not any more is taken off the list", () => {
  const named: Pick<Mutant, "path" | "line" | "change">[] = JSON.parse(
    readFileSync("scripts/mutation-equivalent.json", "utf8"),
  );
  const isThere = ({ path, line, change }: (typeof named)[number]) =>
    existsSync(path) &&
    mutantsOf(path, readFileSync(path, "utf8")).some((one) => one.line === line && one.change === change);
  expect(named.filter((one) => !isThere(one))).toEqual([]);
});

it("what only made a test wait too long was not noticed", () => {
  const outcomes = ["killed", "killed", "killed", "survived", "timed out", "equivalent", "not run"] as const;
  expect(scoreOf(outcomes.map((outcome) => ({ outcome })))).toMatchObject({ counted: 5, killed: 3, percent: 60 });
});

const told = (...ran: string[]) => ({ loaded: [], ran, seconds: 1, failures: [] });

it("a statement is run by the tests that ran it, and who fails without a fault is known", () => {
  const failures = [{ name: "b.test.ts: does this", message: "" }];
  const counts = readCounts({
    "a.test.ts": told("x.ts:1", "x.ts:9"),
    "b.test.ts": { ...told("x.ts:9"), failures },
    "c.test.ts": { ...told(), failures: [{ name: "c.test.ts: waits", message: "Test timed out in 30000ms." }] },
  });
  expect([...(counts.ran.get("x.ts:9") ?? [])]).toEqual(["a.test.ts", "b.test.ts"]);
  expect(counts.failing).toEqual(new Set(["b.test.ts"]));
});

it("what was counted holds until the test has changed, and not of what failed; of a changed file who runs some", () => {
  const of = (hash: string, ...ran: string[]) => ({ ...told(...ran), hash });
  const tests = {
    "same.test.ts": of("1", "x.ts:1", "y.ts:1", "y.ts:7"),
    "changed.test.ts": of("1", "x.ts:1"),
    "gone.test.ts": of("1"),
    "failed.test.ts": { ...of("1"), failures: [{ name: "failed.test.ts: fails", message: "" }] },
  };
  const now: Record<string, string> = { "changed.test.ts": "2", "y.ts": "2", "gone.test.ts": "" };
  const held = stillTrue({ sources: { "x.ts": "1", "y.ts": "1" }, tests }, (path) => now[path] ?? "1");
  expect(Object.keys(held)).toEqual(["same.test.ts"]);
  expect(held["same.test.ts"]?.ran).toEqual(["x.ts:1", "y.ts:*", "y.ts:*"]);
});

it("those that run a statement are tried, those that run more of its file and take less time first", () => {
  const ran = (...places: number[]) => told(...places.map((place) => `a/x.rules.ts:${place}`));
  const tests = {
    "b/walk.test.ts": ran(1, 2),
    "b/part.test.ts": ran(1),
    "a/x.test.ts": ran(1),
    "b/other.test.ts": ran(2),
    "b/long.test.ts": { ...ran(1, 2), seconds: 60 },
    "b/document.test.ts": { ...ran(1), seconds: 60 },
    "b/failing.test.ts": { ...ran(1, 2), failures: [{ name: "b/failing.test.ts: fails", message: "" }] },
  };
  const slow = ["a/more.slow.test.ts", "a/other.slow.test.ts", "a/third.slow.test.ts", "b/all.slow.test.ts"];
  const files = [...Object.keys(tests), ...slow];
  const stageOf = new Map(files.map((file) => [file, /slow/.test(file) ? ("slow" as const) : ("unit" as const)]));
  const tree = {
    imports: new Map(),
    importers: new Map([["a/x.rules.ts", files]]),
    stageOf,
    targets: [],
    comparing: new Set(["b/document.test.ts", "b/all.slow.test.ts"]),
  };
  const [fault] = mutantsOf("a/x.rules.ts", "const f = (a) => a < 1;") as [Mutant];
  expect(testsFor({ ...fault, path: "a/x.rules.ts", statement: 1 }, tree, readCounts(tests))).toEqual({
    quick: ["b/document.test.ts", "a/x.test.ts", "b/walk.test.ts", "b/part.test.ts", "b/long.test.ts"],
    walks: ["b/all.slow.test.ts"],
    slow: slow.slice(0, 2),
    walked: [],
  });
});

it("a walk looks at its parts that run the statement, and not at all where none does", () => {
  const parts = { "pers.list": [0], "pers.byId": [0, 1], "roles.list": [1] };
  const file = "b/all.slow.test.ts";
  const walk = (...ran: string[]) => ({ ...told(...ran), parts });
  const counts = readCounts({ [file]: walk("x.ts:1", "x.ts:2"), "b/rest.slow.test.ts": walk("y.ts:1", "x.ts:9") });
  const fault = { ...(mutantsOf("x.ts", "const f = (a) => a < 1;")[0] as Mutant), statement: 1 };
  expect(partsThatRun(fault, counts).get(file)).toEqual(["pers.list", "pers.byId"]);
  const tree = {
    imports: new Map(),
    importers: new Map([["x.ts", [file, "b/rest.slow.test.ts"]]]),
    stageOf: new Map([file, "b/rest.slow.test.ts"].map((one) => [one, "slow" as const])),
    targets: [],
    comparing: new Set([file, "b/rest.slow.test.ts"]),
  };
  expect(testsFor(fault, tree, counts)).toEqual({
    quick: [],
    walks: [file],
    slow: [],
    walked: ["pers.list", "pers.byId"],
  });
});

it("walks look at the routers that a fault's file leads to, but not through the registry of all", () => {
  const importers = new Map([
    ["a.ts", ["b.ts"]],
    ["b.ts", ["server/devices/pers/pers.router.ts"]],
    ["server/devices/pers/pers.router.ts", ["server/root.ts"]],
    ["server/root.ts", ["server/content/label/label.router.ts"]],
  ]);
  expect(routersOf("a.ts", { importers })).toEqual(["pers"]);
});
