import { expect, it } from "vitest";
import { systemCtx } from "./context";
import { AppError } from "./errors";
import { callerOf, judgeCall } from "./rate-limit";

it("whoever has an IPv6 network counts as one, however its addresses are written", () => {
  expect(callerOf("203.0.113.7")).toBe("203.0.113.7");
  const network = "2001:db8:1:2";
  for (const rest of ["::", "::1", ":3:4:5:6", ":a::b", ":0:0:0:9"]) expect(callerOf(network + rest)).toBe(network);
  expect(callerOf("2001:DB8::1")).toBe("2001:db8:0:0");
  expect(callerOf("2001:db8:1::5:6:7")).toBe("2001:db8:1:0");
  expect(callerOf("::1")).toBe("0:0:0:0");
  expect(callerOf("::2:3:4:5:6:7")).toBe("0:0:2:3");
  expect(callerOf("2001:db8:1:3::")).not.toBe(network);
});

it("who called too often is told how many seconds are left, one at least", () => {
  const limit = { name: "login", calls: 5, seconds: 60, counts: "caller" } as const;
  const refused = (wait: number) => {
    try {
      judgeCall(systemCtx("test"), limit, { used: 6, wait });
      return undefined;
    } catch (error) {
      return error instanceof AppError ? [error.code, error.headers["retry-after"]] : error;
    }
  };
  expect([7, 0].map(refused)).toEqual([
    ["too_many_requests", "7"],
    ["too_many_requests", "1"],
  ]);
  expect(() => judgeCall(systemCtx("test"), limit, { used: 5, wait: 7 })).not.toThrow();
});
