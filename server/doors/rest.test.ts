import { describe, expect, test } from "vitest";
import { useDatabase } from "@/db/testing/database";
import { bearer, companyId, json, sampleDoor } from "./testing";

const ask = sampleDoor(useDatabase().db);

describe("the route", () => {
  test("404 for what is not there, broken percent-encoding included", async () => {
    expect(await ask("GET", "/samples/none/of/it", bearer)).toMatchObject({ status: 404, json: { code: "not_found" } });
    expect((await ask("GET", "/samples/%E0%A4%A", bearer)).status).toBe(404);
    expect((await ask("GET", "/samples/caf%C3%A9%2Fbar", bearer)).json.input.id).toBe("café/bar");
  });

  test("405 with Allow, before any credential is asked for; OPTIONS says the same", async () => {
    const wrong = await ask("PUT", "/samples");
    expect(wrong).toMatchObject({ status: 405, json: { code: "method_not_allowed" } });
    expect(wrong.headers.get("allow")).toBe("POST, OPTIONS");
    const options = await ask("OPTIONS", "/samples/open");
    expect([options.status, options.headers.get("allow")]).toEqual([204, "GET, HEAD, OPTIONS"]);
    expect((await ask("OPTIONS", "/nowhere")).status).toBe(404);
  });

  test("HEAD is GET without the body", async () => {
    const [head, whole] = [await ask("HEAD", "/samples/open"), await ask("GET", "/samples/open")];
    expect([head.status, head.text, head.headers.get("etag")]).toEqual([200, "", whole.headers.get("etag")]);
    expect((await ask("HEAD", "/samples/1")).status).toBe(401);
  });
});

/** A body that must not be read. */
const unread = () =>
  new ReadableStream({
    pull() {
      throw new Error("the body was read");
    },
  });

describe("credentials", () => {
  test("401 without or with bad ones, 403 without the right, both before the body is read", async () => {
    const none = await ask("POST", "/samples", {}, "not json");
    expect(none).toMatchObject({ status: 401, json: { code: "credentials_missing", requestId: "test-1" } });
    expect(none.headers.get("www-authenticate")).toMatch(/^Bearer/);
    expect((await ask("GET", "/samples/1", { authorization: "Bearer wrong" })).status).toBe(401);
    const others: Record<string, string>[] = [{ authorization: "Basic all" }, { "x-api-key": "key" }];
    for (const other of others)
      expect(await ask("GET", "/samples/1", other)).toMatchObject({ status: 401, json: { code: "wrong_scheme" } });
    expect((await ask("GET", "/samples/1", { cookie: "token=all" })).status).toBe(401);
    expect((await ask("POST", "/samples", { authorization: "Bearer reader" }, unread())).status).toBe(403);
  });

  test("an operation that looks at its credentials itself asks for no others, and does it before the body is read", async () => {
    const sent = (token: string, body: BodyInit = '{"a":"1"}') =>
      ask(
        "POST",
        "/samples/own",
        { "content-type": "application/json", authorization: token, "x-api-key": "wrong" },
        body,
      );
    expect(await sent("Bearer old")).toMatchObject({ status: 200, json: { who: "nobody", input: { a: "1" } } });
    expect((await sent("Bearer all", unread())).status).toBe(401);
    expect((await ask("POST", "/samples/own", {}, unread())).status).toBe(401);
  });

  test.each([
    ["the path", "POST", (id: string) => `/samples/company/${id}/parts`],
    ["the query", "DELETE", (id: string) => `/samples/parts?companyId=${id}`],
  ])("a company that %s names is entered before the body is read, or an id of the path", async (_, method, at) => {
    const as = (who: string, id: string, body: BodyInit = '{"a":"1"}') =>
      ask(method, at(id), { "content-type": "application/json", authorization: `Bearer ${who}` }, body);
    expect((await as("member", companyId)).json).toMatchObject({ who: "user", input: { companyId } });
    const foreign = { status: 403, json: { detail: "companyId: this is not a company of yours." } };
    for (const id of [crypto.randomUUID(), "none", "%E0%A4%A"])
      expect(await as("member", id, unread())).toMatchObject(foreign);
    expect((await as("guest", companyId, unread())).status).toBe(403);
    expect((await as("nobody", companyId, unread())).status).toBe(401);
  });

  test("an operation of people ignores a key", async () => {
    expect((await ask("GET", "/samples/1", { ...bearer, "x-api-key": "wrong" })).status).toBe(200);
    expect((await ask("GET", "/samples/1", { "x-api-key": "key" })).status).toBe(401);
  });

  test("either one is enough; where both are sent, both must be good", async () => {
    const both = { ...bearer, "x-api-key": "key" };
    expect((await ask("GET", "/samples/either", bearer)).json.who).toBe("user");
    expect((await ask("GET", "/samples/either", { "x-api-key": "key" })).json.who).toBe("key");
    expect((await ask("GET", "/samples/either", both)).status).toBe(200);
    expect((await ask("GET", "/samples/either", { ...both, "x-api-key": "wrong" })).status).toBe(403);
    expect((await ask("GET", "/samples/either", { ...both, authorization: "Bearer wrong" })).status).toBe(401);
    expect((await ask("GET", "/samples/either", { ...both, authorization: "Basic x" })).status).toBe(401);
    expect((await ask("GET", "/samples/either")).status).toBe(401);
  });

  test("two variants on one path: the key decides, and brings its own header", async () => {
    const body = '{"a":"1"}';
    expect((await ask("POST", "/samples/both", json, body)).json).toMatchObject({ who: "user", input: { a: "1" } });
    const key = { ...json, "x-api-key": "key", "bo-user": "u" };
    expect((await ask("POST", "/samples/both", key, body)).json).toMatchObject({
      who: "key",
      input: { a: "1", user: "u" },
    });
    expect((await ask("POST", "/samples/both", { ...json, "x-api-key": "wrong" }, body)).status).toBe(403);
    expect((await ask("POST", "/samples/both", { ...json, "x-api-key": "key" }, body)).status).toBe(400);
  });
});

describe("the answer", () => {
  test("is never cached or sniffed, and carries the request id", async () => {
    const { headers } = await ask("GET", "/samples/open");
    expect(Object.fromEntries(headers)).toMatchObject({
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
      "x-request-id": "test-1",
    });
  });

  test("of a file has its name in both spellings", async () => {
    const { headers, text } = await ask("GET", "/samples/file");
    expect(headers.get("content-disposition")).toBe(
      `attachment; filename="Pr_f _1_.csv"; filename*=UTF-8''Pr%C3%BCf%20%221%22.csv`,
    );
    expect(text).toBe("a,b");
  });

  test("of a failure tells nothing internal; an answer that breaks its schema is 500, a lost database 503", async () => {
    const crash = await ask("GET", "/samples/crash");
    expect([crash.status, crash.headers.get("content-type")]).toEqual([500, "application/problem+json; charset=utf-8"]);
    expect(crash.text).not.toContain("secret");
    expect((await ask("GET", "/samples/broken")).json).toMatchObject({ status: 500, code: "internal" });
    const lost = await ask("GET", "/samples/lost");
    expect([lost.status, lost.headers.get("retry-after")]).toEqual([503, "2"]);
  });

  test("of one record has an ETag that reads and writes take back", async () => {
    const path = "/v1/backoffice/admin/model-pers";
    const made = await ask("POST", path, json, `{"label":"Etag ${crypto.randomUUID()}"}`);
    expect([made.status, made.headers.get("etag")]).toEqual([201, expect.stringMatching(/^"1\..+"$/)]);
    const one = `${path}/${made.json.id}`;
    const etag = (await ask("GET", one, bearer)).headers.get("etag") ?? "";
    const again = await ask("GET", one, { ...bearer, "if-none-match": `"x", W/${etag}` });
    expect([again.status, again.text, again.headers.get("etag")]).toEqual([304, "", etag]);
    expect((await ask("PATCH", one, { ...json, "if-match": etag }, '{"description":"a"}')).status).toBe(200);
    const late = await ask("PATCH", one, { ...json, "if-match": etag }, '{"description":"b"}');
    expect([late.status, late.headers.get("etag")]).toEqual([412, '"2"']);
    expect((await ask("GET", one, { ...bearer, "if-none-match": etag })).status).toBe(200);
    expect((await ask("DELETE", one, { ...bearer, "if-match": '"1"' })).status).toBe(412);
    expect((await ask("DELETE", one, { ...bearer, "if-match": '"2"' })).status).toBe(204);
    expect((await ask("GET", one, bearer)).status).toBe(404);
    expect((await ask("GET", path, bearer)).headers.get("etag")).toBeNull();
  });
});
