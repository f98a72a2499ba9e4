import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect } from "vitest";

/** In a draw of faults what differs is said at once, so that no time is spent on the rest. */
const endsAtOnce = process.env.COMPARED === "all";
const text = (lines: readonly string[]) => lines.map((line) => `${line}\n`).join("");

export interface Before {
  input: object;
  isRefused: boolean;
}

/** A released file in sections: each begins with a line that begins with its name, and its other lines are indented. */
export class ReleasedSections {
  readonly #path: string;
  readonly #released = new Map<string, string>();
  readonly #found = new Map<string, string>();

  /** @param alike what of a section is the same too where only some of the file is asked */
  constructor(
    file: string,
    private readonly alike = (section: string) => section,
  ) {
    this.#path = resolve("server/released", file);
    const known = existsSync(this.#path) ? readFileSync(this.#path, "utf8") : "";
    for (const section of known.split(/^(?=\S)/m)) this.#released.set(section.split(/\s/, 1)[0] ?? "", section);
  }

  /** What a call was asked with, where a section's first line says all of it, and whether it was refused. */
  before(name: string): Before | undefined {
    const [first = "", answer = ""] = this.#released.get(name)?.split("\n", 2) ?? [];
    const said = /^\S+ (\{.*\})$/.exec(first)?.[1];
    if (said === undefined || said.includes('"#')) return undefined;
    return { input: JSON.parse(said), isRefused: answer.startsWith('  {"refused"') };
  }

  add(name: string, lines: readonly string[]) {
    this.#found.set(name, text(lines));
    if (endsAtOnce) this.#compareOne(name);
  }

  #compareOne(name: string) {
    expect(this.alike(this.#found.get(name) ?? "")).toBe(this.alike(this.#released.get(name) ?? ""));
  }

  /** Compares the sections that were added, or the whole file. */
  async compare({ isWhole = true } = {}) {
    if (isWhole) await expect([...this.#found.values()].join("")).toMatchFileSnapshot(this.#path);
    else for (const name of this.#found.keys()) this.#compareOne(name);
  }
}

/** A released file whose lines follow from all those before them, of which only the first may be compared. */
export class ReleasedBeginning {
  readonly lines: string[] = [];
  readonly #path: string;
  readonly #released: string[];

  constructor(file: string) {
    this.#path = resolve("server/released", file);
    this.#released = existsSync(this.#path) ? readFileSync(this.#path, "utf8").trimEnd().split("\n") : [];
  }

  add(lines: readonly string[]) {
    const from = this.lines.length;
    this.lines.push(...lines);
    if (endsAtOnce) expect(lines).toEqual(this.#released.slice(from, this.lines.length));
  }

  async compare({ isWhole = true } = {}) {
    if (isWhole) await expect(text(this.lines)).toMatchFileSnapshot(this.#path);
    else expect(this.lines).toEqual(this.#released.slice(0, this.lines.length));
  }
}
