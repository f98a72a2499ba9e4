import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { sourceFiles } from "./import-graph.mjs";

/** The last argument of each call of `name` in a text, as it stands. */
const lastArguments = (name: string, text: string) =>
  text
    .split(`${name}(`)
    .slice(1)
    .map((rest) => {
      let depth = 1;
      let end = 0;
      for (; depth > 0 && end < rest.length; end++) depth += rest[end] === "(" ? 1 : rest[end] === ")" ? -1 : 0;
      return /(\{[^{}]*\}|[^{},]*),?\s*$/.exec(rest.slice(0, end - 1))?.[1]?.trim() ?? "";
    });

/** Whether a limit is a number of that test's own; one with a name is a time that the product promises. */
const isShort = (limit: string) => {
  const own = /^(?:\{ ?timeout: )?([\d_]+)(?=$|,| )/.exec(limit)?.[1];
  return own !== undefined && Number(own.replaceAll("_", "")) < 60_000;
};

// How long something takes on a busy machine is luck. `expect.poll` waits for `patienceMs` where nothing is said, and
// `vi.waitFor` for a second.
it("a test waits for what is to come as long as all others do", () => {
  const found = sourceFiles().flatMap(({ path }) => {
    const text = readFileSync(path, "utf8");
    const short = [
      ...lastArguments("vi.waitFor", text).filter((limit) => isShort(limit) || !/patien|timeout/.test(limit)),
      ...lastArguments(".poll", text).filter(isShort),
    ];
    return short.map((limit) => `${path}: ${limit}`);
  });
  expect(found).toEqual([]);
});
