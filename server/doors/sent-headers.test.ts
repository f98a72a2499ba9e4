import { describe, expect, it } from "vitest";
import { countOf, SentHeaders } from "./sent-headers";

const own = ["x-own", "ours"] as const;
const raw = "Host: a.example|Accept: text/html|accept: application/json|X-Own: theirs|Cookie: a=1|cookie: b=2|X-Empty: "
  .split("|")
  .flatMap((line) => line.split(": "));

/** The platform's class with the same headers. */
function platforms() {
  const headers = new Headers();
  for (let n = 0; n < raw.length; n += 2) headers.append(raw[n] ?? "", raw[n + 1] ?? "");
  headers.set(...own);
  return headers;
}

describe("headers as they were sent", () => {
  it.each(["host", "HOST", "accept", "x-own", "cookie", "x-empty", "x-none", "X-Own"])(
    "say of %s what the platform's own class says",
    (name) => {
      const sent = new SentHeaders(raw, own);
      expect([sent.get(name), sent.has(name)]).toEqual([platforms().get(name), platforms().has(name)]);
    },
  );

  it("are walked as the platform's are, and can be changed", () => {
    const sent = new SentHeaders(raw, own);
    expect([...sent]).toEqual([...platforms()]);
    expect([...new Headers(sent)]).toEqual([...platforms()]);
    sent.set("accept", "text/plain");
    sent.delete("host");
    expect([sent.get("accept"), sent.get("host"), sent.get("x-own")]).toEqual(["text/plain", null, "ours"]);
  });

  it("are counted", () => {
    expect([countOf(raw, "accept"), countOf(raw, "host"), countOf(raw, "x-none")]).toEqual([2, 1, 0]);
  });
});
