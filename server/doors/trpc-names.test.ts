import { describe, expect, it } from "vitest";
import { handleApi } from "@/server/api";
import { otherMethods } from "./node-http";

/** What every object has without anybody having written it. */
const inherited = [...Object.getOwnPropertyNames(Object.prototype), "prototype", "then", "lazy", "_def"];
const ask = (path: string, init?: RequestInit) => handleApi(new Request(`http://localhost/api/trpc/${path}`, init));
const post = { method: "POST", headers: { "x-persdesk": "1", "content-type": "application/json" }, body: "{}" };

interface Part {
  error: { data: { httpStatus: number; problem: { requestId: string; code: string } } };
}

describe("a name that every object has", () => {
  it.each(inherited)("%s is no procedure: 404 with the id of its request, alone and in a batch", async (name) => {
    for (const init of [undefined, post]) {
      const alone = await ask(name, init);
      const { error }: Part = await alone.json();
      expect([alone.status, error.data.problem.code]).toEqual([404, "not_found"]);
      expect(error.data.problem.requestId).toBe(alone.headers.get("x-request-id"));
      expect(error.data.problem.requestId).not.toBe("");
      const batch = await ask(`${name},${name}?batch=1`, init);
      const parts: Part[] = await batch.json();
      expect(parts.map(({ error }) => error.data.httpStatus)).toEqual([404, 404]);
      for (const { error } of parts) expect(error.data.problem.requestId).toBe(batch.headers.get("x-request-id"));
    }
  });
});

describe("a method", () => {
  it.each(["TRACE", "TRACK", "PROPFIND", "LINK", "get", "FOO", "PURGE"])("%s is taken nowhere", (method) => {
    expect(otherMethods(method, "file")).toBe("GET, HEAD");
    expect(otherMethods(method, "page")).toBe("GET, HEAD, POST, OPTIONS");
    expect(otherMethods(method, "api")).toBe("GET, HEAD, POST, OPTIONS, PATCH, PUT, DELETE");
  });

  it("of the documents is taken by the API, and those of forms by pages", () => {
    for (const method of ["GET", "HEAD", "POST", "OPTIONS"]) expect(otherMethods(method, "page")).toBeUndefined();
    for (const method of ["PATCH", "PUT", "DELETE"]) {
      expect(otherMethods(method, "page")).toBeDefined();
      expect(otherMethods(method, "api")).toBeUndefined();
    }
  });
});
