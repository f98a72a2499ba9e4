import { describe, expect, it } from "vitest";
import { addressOf, placesOf, wantedOf } from "./database-hosts.mjs";
import { databaseUrl } from "./setting.rules";

describe("an address of several hosts", () => {
  it("names each with its port, which is PostgreSQL's own where it is not said", () => {
    expect(placesOf("postgres://u:p@a:5433,b,[::1]:5434/d?target_session_attrs=read-write")).toEqual([
      { host: "a", port: 5433 },
      { host: "b", port: 5432 },
      { host: "::1", port: 5434 },
    ]);
    expect(placesOf("postgres://a")).toEqual([{ host: "a", port: 5432 }]);
    expect(placesOf("postgres://u:p%2Fx%3A@h/d")).toEqual([{ host: "h", port: 5432 }]);
  });

  it("is each of them alone, with all that it says beside them", () => {
    const url = "postgres://u:p%40@a:5433,[::1]:5434/d?target_session_attrs=primary&sslmode=require&options=-c%20x%3D1";
    expect(addressOf(url)).toBe("postgres://u:p%40@a:5433/d?sslmode=require&options=-c+x%3D1");
    expect(addressOf(url, { host: "::1", port: 5434 })).toMatch(/^postgres:\/\/u:p%40@\[::1\]:5434\/d\?/);
    expect(addressOf("postgres://a,b/d?target_session_attrs=any", { host: "b", port: 1 })).toBe("postgres://b:1/d");
  });

  it("says which of them is wanted", () => {
    expect(wantedOf("postgres://a,b/d")).toBe("any");
    expect(wantedOf("postgres://a,b/d?target_session_attrs=prefer-standby")).toBe("prefer-standby");
  });

  it.each([
    ["postgres://a,,b/d", /"" is no host and port/],
    ["postgres://a:70000/d", /"a:70000" is no host and port/],
    ["postgres://a:b:c/d", /no host and port/],
    ["postgres://a,b/d?target_session_attrs=master", /target_session_attrs is "master": give any, read-write/],
  ])("that cannot be used is refused at start: %s", (url, fault) => {
    const { error } = databaseUrl.safeParse(url);
    expect(error?.issues.map(({ message }) => message).join()).toMatch(fault);
  });
});
