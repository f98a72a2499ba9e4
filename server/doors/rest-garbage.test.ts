import fc from "fast-check";
import { expect, test } from "vitest";
import { useDatabase } from "@/db/testing/database";
import { modelPersRouter } from "@/server/devices/model-pers/model-pers.router";
import { router } from "@/server/kit/call/procedure";
import { staffCtx } from "@/server/kit/testing";
import { restDoor } from "./rest";
import { toResponse } from "./rest-answer";

const { db } = useDatabase();
const { handle } = restDoor({
  router: router({ modelPers: modelPersRouter }),
  database: db,
  authenticate: {
    bearerActor: async () => staffCtx(db()).actor,
    keyActor: async () => staffCtx(db()).actor,
  },
});

const at = "/api/v1/backoffice/admin/model-pers";
const id = "01890a5d-ac96-774b-bcce-b302099a8057";
const word = fc.oneof(
  fc.string({ unit: "binary", maxLength: 60 }),
  fc.constantFrom(
    "",
    "0",
    "-1",
    "1e999",
    "NaN",
    "null",
    "true",
    "%00",
    "\0",
    "'",
    "a:asc,b",
    "label:desc",
    "\ud800",
    "__proto__",
    id,
  ),
);
const params = fc.array(
  fc.tuple(fc.constantFrom("limit", "page", "sortBy", "label", "offset", "isGetAll", "__proto__", "x"), word),
  { maxLength: 5 },
);
const value = fc.oneof(word, fc.integer(), fc.double(), fc.boolean(), fc.constant(null), fc.jsonValue({ maxDepth: 3 }));
const body = fc.oneof(
  fc
    .record({ label: value, description: value, id: value, version: value }, { requiredKeys: [] })
    .map((it) => JSON.stringify(it)),
  fc.json(),
  fc.string({ unit: "binary", maxLength: 100 }),
  fc.uint8Array({ maxLength: 100 }).map((bytes) => Buffer.from(bytes)),
);
const header = fc.string({
  unit: fc.integer({ min: 0x20, max: 0x7e }).map((c) => String.fromCharCode(c)),
  maxLength: 40,
});

test("nothing a client can send is answered with a 5xx", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom("GET", "HEAD", "POST", "PATCH", "DELETE", "PUT", "OPTIONS"),
      fc.oneof(
        fc.constant(""),
        word.map((w) => `/${encodeURIComponent(w.toWellFormed())}`),
        word.map((w) => `/${w}`),
      ),
      params,
      fc.record(
        {
          "if-match": header,
          "if-none-match": header,
          "idempotency-key": header,
          "content-length": header,
          "content-type": fc.oneof(fc.constant("application/json"), header),
        },
        { requiredKeys: ["content-type"] },
      ),
      body,
      async (method, path, query, headers, content) => {
        const url = new URL(`http://localhost${at}${path}`);
        for (const [name, text] of query) url.searchParams.append(name, text);
        const request = new Request(url, {
          method,
          headers: { ...headers, authorization: "Bearer x" },
          ...(["GET", "HEAD", "OPTIONS"].includes(method) ? {} : { body: content as BodyInit }),
        });
        const { reply } = await handle({ request, url, requestId: "test", ip: null });
        const response = toResponse(reply);
        await response.text();
        expect(response.status).toBeLessThan(500);
      },
    ),
    { numRuns: 600 },
  );
});
