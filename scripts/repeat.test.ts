import { describe, expect, it } from "vitest";
import { nextBatch, summaryOf } from "./repeat-log.mjs";

const file = (name: string, project = "unit") => ({ file: name, project });
const run = (name: string, passed = true, busy = false, project = "unit") => ({
  ...file(name, project),
  batch: "b",
  busy,
  passed,
  seconds: 1,
  failures: passed ? [] : [{ name: "it", message: "was\n late" }],
});
const times = <T>(count: number, one: T) => Array.from({ length: count }, () => one);
const names = (batch: ReturnType<typeof nextBatch>) => batch?.files.map((one) => one.file);

describe("the files that are run next", () => {
  it("are those with most still to do, in an order drawn by lot, of one project", () => {
    const files = [file("a"), file("b"), file("c"), file("s", "slow")];
    const lots = [0.5, 0.1, 0.9];
    const batch = nextBatch(files, [run("c")], () => lots.shift() ?? 0);
    expect([names(batch), batch?.busy]).toEqual([["b", "a", "c"], false]);
    const rest = nextBatch(
      files,
      ["a", "b", "c"].flatMap((name) => times(5, run(name))),
    );
    expect([names(rest), rest?.busy]).toEqual([["s"], false]);
  });

  it("are few enough that little is lost where they are ended", () => {
    expect(
      nextBatch(
        times(200, "").map((_, n) => file(`f${n}`)),
        [],
      )?.files,
    ).toHaveLength(100);
  });

  it("are five runs of each, three in a browser, and then once beside busy loops", () => {
    expect(names(nextBatch([file("a")], times(4, run("a"))))).toEqual(["a"]);
    expect(nextBatch([file("a")], times(5, run("a")))).toEqual({ files: [file("a")], busy: true });
    expect(nextBatch([file("a")], [...times(5, run("a")), run("a", true, true)])).toBeUndefined();
    const shown = times(3, run("p", true, false, "e2e"));
    expect(nextBatch([file("p", "e2e")], shown)?.busy).toBe(true);
  });

  it("are ten more after a failure, whenever that was, and none of what fails ever again", () => {
    const failed = [...times(5, run("a")), run("a", false, true)];
    expect(nextBatch([file("a")], [...failed, ...times(9, run("a"))])?.busy).toBe(false);
    expect(nextBatch([file("a")], [...failed, ...times(10, run("a"))])).toBeUndefined();
    expect(nextBatch([file("a")], [...times(39, run("a", false)), run("a", false, true)])).toBeUndefined();
  });
});

it("the summary says what failed, how often, and what is left", () => {
  const runs = [...times(2, run("a", false)), ...times(3, run("a")), ...times(5, run("b"))];
  expect(summaryOf([file("a"), file("b")], runs)).toEqual([
    "a: 2 of 5 runs failed, 3 passed since",
    "    2 times it: was late",
    "2 files, 10 runs, each at least 5; 1 files ever failed",
    "left: 7 runs, and 2 files beside busy loops",
  ]);
});
