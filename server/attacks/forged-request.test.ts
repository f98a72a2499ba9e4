import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { modelPers } from "@/db/schema";
import { useDatabase } from "@/db/testing/database";
import { seedIdentityBase } from "@/seed/identity";
import { handleApi } from "@/server/api";
import { proceduresOf, takesOrGivesFiles } from "@/server/doors/rest-plan";
import { uploadPath } from "@/server/doors/upload-door";
import { permissionCodes } from "@/server/permissions";
import { appRouter } from "@/server/root";
import { credentialsOf, makePerson } from "@/server/testing/callers";

// What a page of somebody else can make the browser of a signed-in person send: their cookie comes with it.

const { db } = useDatabase();
let cookie = "";
beforeAll(async () => {
  await seedIdentityBase(db());
  ({ cookie } = await credentialsOf(db(), await makePerson(db(), {}, permissionCodes)));
});

let n = 0;
const send = async (path: string, { headers, ...init }: RequestInit & { headers?: Record<string, string> }) => {
  const request = new Request(`http://localhost${path}`, {
    ...init,
    headers: { cookie, host: "localhost", ...headers },
  });
  const response = await handleApi(request, `10.7.${++n >> 8}.${n & 255}`);
  await response.arrayBuffer();
  return response;
};
const json = "application/json";
const own = { "content-type": json, "x-persdesk": "1" };
const at = "/api/trpc/modelPers.create";
const form = (body: string) => new URLSearchParams({ json: body });
const multipart = (body: string) => {
  const data = new FormData();
  data.append("0", body);
  return data;
};

type Forged = (body: string) => [path: string, init: RequestInit & { headers?: Record<string, string> }];
const post =
  (headers: Record<string, string>, make: (body: string) => BodyInit = String): Forged =>
  (body) => [at, { method: "POST", headers, body: make(body) }];
const evil = { origin: "https://evil.example" };
const forgeries: Record<string, Forged> = {
  "a form": post(evil, form),
  "a form without an Origin": post({}, form),
  "a form from a page in a sandbox": post({ origin: "null" }, form),
  "a form with files": post(evil, multipart),
  "a form of plain text that reads as JSON": post({ ...evil, "content-type": "text/plain" }),
  "the same without an Origin": post({ "content-type": "text/plain" }),
  "a beacon of text": post({ ...evil, "content-type": "text/plain;charset=UTF-8" }),
  "a beacon of bytes": post({ "content-type": "application/octet-stream" }),
  "a beacon of a form": post({ "content-type": "application/x-www-form-urlencoded;charset=UTF-8" }),
  "a beacon of JSON": post({ "content-type": json }),
  "a beacon without a type": post({ "content-type": "" }),
  "a type that only ends in JSON": post({ "content-type": "text/plain; a=application/json", "x-persdesk": "1" }),
  "a type that only begins like JSON": post({ "content-type": "application/jsonp", "x-persdesk": "1" }),
  "JSON without our header": post({ "content-type": json, origin: "http://localhost" }),
  "our header with another value": post({ "content-type": json, "x-persdesk": "0" }),
  "our header in the address": (body) => [
    `${at}?x-persdesk=1`,
    { method: "POST", headers: { "content-type": json }, body },
  ],
  "everything right from another origin": post({ ...own, ...evil }),
  "everything right from a sandbox": post({ ...own, origin: "null" }),
  "everything right from another port": post({ ...own, origin: "http://localhost:8080" }),
  "everything right from a subdomain": post({ ...own, origin: "http://evil.localhost" }),
  "everything right from a name that begins like ours": post({ ...own, origin: "http://localhost.evil.example" }),
  "everything right from an address with our name before the @": post({
    ...own,
    origin: "http://localhost@evil.example",
  }),
  "a link": (body) => [`${at}?input=${encodeURIComponent(body)}`, {}],
  "a link to a batch": (body) => [`${at}?batch=1&input=${encodeURIComponent(`{"0":${body}}`)}`, {}],
  "a link that says it is a POST": (body) => [
    `${at}?_method=POST&input=${encodeURIComponent(body)}`,
    { headers: { "x-http-method-override": "POST" } },
  ],
  "a PUT": (body) => [at, { method: "PUT", headers: own, body }],
};

describe("a forged request", () => {
  const made = (label: string) => db().select().from(modelPers).where(eq(modelPers.label, label));

  it("would do something, were it from our own page", async () => {
    for (const [label, headers] of [
      ["No origin", own],
      ["Our origin", { ...own, origin: "http://localhost" }],
    ] as const) {
      expect((await send(at, { method: "POST", headers, body: JSON.stringify({ label }) })).status).toBe(200);
      expect(await made(label)).toHaveLength(1);
    }
  });

  it.each(Object.entries(forgeries))("by %s does nothing", async (name, forge) => {
    const { status, headers } = await send(...forge(JSON.stringify({ label: name })));
    expect([403, 405, 415]).toContain(status);
    expect(headers.get("access-control-allow-origin")).toBeNull();
    expect(await made(name)).toEqual([]);
  });
});

/** Where screens send each mutation: what answers with a file has a door of its own. */
const mutations = proceduresOf(appRouter).flatMap(([name, procedure]) => {
  const { type, meta } = procedure._def;
  if (type !== "mutation" || meta?.files || meta?.rest?.files) return [];
  return [[name, `/api/${takesOrGivesFiles(procedure) ? "download" : "trpc"}/${name}`]];
});

it.each(mutations)("%s takes no form, no bytes, no link, and nothing from another origin", async (_name, path = "") => {
  const tries: (RequestInit & { headers?: Record<string, string> })[] = [
    { method: "POST", body: multipart("{}") },
    { method: "POST", headers: { "x-persdesk": "1" }, body: multipart("{}") },
    { method: "POST", headers: { "content-type": "application/octet-stream" }, body: "{}" },
    { method: "POST", headers: { "x-persdesk": "1", "content-type": "application/octet-stream" }, body: "{}" },
    { method: "POST", headers: { ...own, ...evil }, body: "{}" },
    { method: "POST", headers: { "content-type": json }, body: "{}" },
    { method: "GET" },
  ];
  const statuses = await Promise.all(tries.map(async (init) => (await send(path, init)).status));
  expect(statuses).toEqual([403, 415, 403, 415, 403, 403, 405]);
});

const uploads = proceduresOf(appRouter).filter(([, { _def }]) => _def.meta?.files);

it.each(uploads)("%s takes a file from our own pages only", async (name) => {
  const path = `${uploadPath}${name}?input={}`;
  const bytes = { "content-type": "application/octet-stream" };
  const tries: (RequestInit & { headers?: Record<string, string> })[] = [
    { method: "POST", headers: bytes, body: "x" },
    { method: "POST", headers: { ...bytes, ...evil, "x-persdesk": "1" }, body: "x" },
    { method: "POST", headers: { "x-persdesk": "1" }, body: multipart("x") },
    { method: "POST", headers: { "x-persdesk": "1", "content-type": "text/plain" }, body: "x" },
    { method: "GET" },
  ];
  expect(await Promise.all(tries.map(async (init) => (await send(path, init)).status))).toEqual([
    403, 403, 415, 415, 405,
  ]);
});

describe("another site's page", () => {
  const reads = [
    "/api/trpc/profile.me?input=%7B%7D",
    "/api/export/modelPers?columns=label=L",
    "/api/live/pers/01900000-0000-7000-8000-000000000000",
  ];

  it.each(reads)("reads nothing at %s", async (path) => {
    expect((await send(path, { headers: evil })).status).toBe(403);
    expect((await send(path, { headers: { origin: "null" } })).status).toBe(403);
  });

  it.each([at, "/api/v1/users/me", "/api/v1/users/login", "/api/export/modelPers", "/api/pictures/x"])(
    "is promised nothing at %s",
    async (path) => {
      const asked = {
        "access-control-request-method": "POST",
        "access-control-request-headers": "content-type,x-persdesk",
      };
      const { headers } = await send(path, { method: "OPTIONS", headers: { ...evil, ...asked } });
      expect([...headers.keys()].filter((name) => name.startsWith("access-control"))).toEqual([]);
    },
  );

  it("gets no use of the cookie at the REST API", async () => {
    for (const [method, path] of [
      ["GET", "/api/v1/users/me"],
      ["PATCH", "/api/v1/users"],
      ["POST", "/api/v1/backoffice/admin/model-pers"],
    ] as const)
      expect(
        (await send(path, { method, headers: { "content-type": json }, ...(method !== "GET" && { body: "{}" }) }))
          .status,
      ).toBe(401);
  });
});
