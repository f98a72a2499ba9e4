import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { sourceFiles } from "@/scripts/import-graph.mjs";
import { rateHeaders } from "./rate-limit";
import { limitsInWords, rateLimits } from "./rate-limit.rules";

it("every limit is one of the table", () => {
  const calls = sourceFiles()
    .filter(({ path }) => /^(server|app)\/.*\.tsx?$/.test(path) && !/\.test\.|rate-limit\.ts$/.test(path))
    .flatMap(({ path }) => {
      const code = readFileSync(path, "utf8");
      return [...code.matchAll(/(?:limitRate|countingCall)\(ctx, ([^;]*?)\)[;,]/gs)].map(([, what = ""]) => {
        const named = /^\w+$/.test(what) ? new RegExp(`const ${what} = (.*);`).exec(code)?.[1] : what;
        return { path, what: named ?? what };
      });
    });
  expect(calls.length).toBeGreaterThan(12);
  expect(calls.filter(({ what }) => !what.includes("...rateLimits."))).toEqual([]);
  const used = new Set(calls.map(({ what }) => /rateLimits\.(\w+)/.exec(what)?.[1]));
  expect(Object.keys(rateLimits).filter((name) => !used.has(name))).toEqual([]);
});

it("is said in words and in headers", () => {
  expect(limitsInWords()).toContain("- Signing in: 60 in a minute from one address.");
  expect(limitsInWords()).toContain("20,000 in a day.");
  expect(limitsInWords()).toContain("30 in 15 minutes from one address.");
  expect([rateLimits.login, rateLimits.code, rateLimits.file].map(({ seconds }) => seconds)).toEqual([60, 900, 3600]);
  expect(rateHeaders([])).toEqual({});
  const file = { name: "file", calls: 60, seconds: 3600, left: 59, resets: 3600 };
  expect(rateHeaders([file, { ...file, name: "login", left: 0, resets: 7 }])).toEqual({
    "ratelimit-policy": '"file";q=60;w=3600, "login";q=60;w=3600',
    ratelimit: '"file";r=59;t=3600, "login";r=0;t=7',
  });
});
