import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { deliveryStates } from "@/server/notification/request/notification-request.rules";

// The decisions in docs/adr: one number each, listed with their status, and named rightly wherever they are named.

const folder = "docs/adr";
const files = readdirSync(folder).filter((name) => name !== "README.md");
const numberOf = (file: string) => Number(file.slice(0, 4));
const numbers = files.map(numberOf);
const titleOf = (file: string) => /^# (.+)\n/.exec(readFileSync(join(folder, file), "utf8"))?.[1] ?? "";

/** Each decision as docs/adr/README.md lists it. */
const listed = [...readFileSync(join(folder, "README.md"), "utf8").matchAll(/^- \[(.+)\]\((.+)\): (.+)\.$/gm)].map(
  ([, title = "", file = "", text = ""]) => ({ title, file, status: /; (.+)$/.exec(text)?.[1] }),
);

/** Not ours, or made from what is: the names of .gitignore. */
const left = new Set(["node_modules", ".git", ".next", ".data", "dist", "reports", "test-results", "generated"]);

function* pathsIn(dir: string): Generator<string> {
  for (const entry of readdirSync(dir, { withFileTypes: true })) {
    const path = join(dir, entry.name);
    if (entry.isDirectory() && !left.has(entry.name)) yield* pathsIn(path);
    else if (/\.(md|tsx?|mjs|cjs|css|ini|sh|sql|ya?ml)$/.test(entry.name)) yield path;
  }
}

/** The numbers of decisions that a text names: "ADR 8", "ADRs 8, 20 and 23". */
const namedIn = (text: string) =>
  [...text.matchAll(/\bADR\s+\d+|\bADRs\s+\d+(?:(?:, and |, | and )\d+)*/g)].flatMap(([named]) =>
    [...named.matchAll(/\d+/g)].map(Number),
  );

/** The files of decisions that a text links to. */
const linkedIn = (text: string) => [...text.matchAll(/\b(\d{4}-[a-z-]+\.md)\b/g)].map(([, file = ""]) => file);

const texts = [...pathsIn(".")].map((path) => ({ path, text: readFileSync(path, "utf8") }));

describe("the decisions", () => {
  it("have a number each, in their file's name and heading", () => {
    expect(new Set(numbers).size).toBe(numbers.length);
    expect(files.map((file) => titleOf(file).split(".")[0])).toEqual(numbers.map(String));
  });

  it("are listed in their order, under their titles", () => {
    expect(listed.map(({ title, file }) => `${title} ${file}`)).toEqual(
      files.toSorted().map((file) => `${titleOf(file)} ${file}`),
    );
  });

  it("hold, or name the later one that changed or superseded them", () => {
    const wrong = listed.filter(({ file, status }) => {
      if (status === undefined) return false;
      const later = Number(/^(?:changed|superseded) by (\d+)$/.exec(status)?.[1]);
      return !numbers.includes(later) || later <= numberOf(file);
    });
    expect(wrong).toEqual([]);
  });
});

describe("a decision's number", () => {
  it("is found in lists too", () => {
    expect(namedIn("as ADR 8 and ADRs 15, 20 and 23 say, in 2 steps (ADR 41, 3 times)")).toEqual([8, 15, 20, 23, 41]);
  });

  it("exists wherever it is named", () => {
    const unknown = texts.flatMap(({ path, text }) => [
      ...namedIn(text)
        .filter((number) => !numbers.includes(number))
        .map((number) => `${path}: ADR ${number}`),
      ...linkedIn(text)
        .filter((file) => !files.includes(file))
        .map((file) => `${path}: ${file}`),
    ]);
    expect(unknown).toEqual([]);
  });

  it("is that of the file that its link leads to", () => {
    const wrong = texts.flatMap(({ path, text }) =>
      [...text.matchAll(/\[ADR (\d+)\]\(([^)]*)\)/g)]
        .filter(([, number, to = ""]) => Number(/(\d{4})-[a-z-]+\.md$/.exec(to)?.[1]) !== Number(number))
        .map(([link]) => `${path}: ${link}`),
    );
    expect(wrong).toEqual([]);
  });

  it("is not one that was superseded, where code names it", () => {
    const over = listed.filter(({ status }) => status?.startsWith("superseded")).map(({ file }) => numberOf(file));
    const code = texts.filter(({ path }) => !path.endsWith(".md"));
    const named = code.flatMap(({ path, text }) => namedIn(text).map((number) => ({ path, number })));
    expect(named.length).toBeGreaterThan(100);
    expect(named.filter(({ number }) => over.includes(number))).toEqual([]);
  });
});

describe("the picture of a delivery's states", () => {
  it("has the moves that the code allows", () => {
    const picture = readFileSync(join(folder, "0048-deliveries.md"), "utf8");
    const drawn = [...picture.matchAll(/^ {2}(\w+) --> (\w+)/gm)].flatMap(([, from, to]) =>
      from === to ? [] : [`${from} ${to}`],
    );
    const states = ["pending", "sent", "delivered", "opened", "failed", "skipped"] as const;
    const allowed = states.flatMap((from) => deliveryStates.next(from).map((to) => `${from} ${to}`));
    expect(drawn.toSorted()).toEqual(allowed.toSorted());
  });
});
