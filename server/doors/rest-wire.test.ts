import { expect, it, vi } from "vitest";
import { z } from "zod";
import { tooMany } from "@/server/kit/call/errors";
import { unknownReference } from "@/server/kit/call/exists";
import { get, post } from "@/server/kit/call/meta";
import { open, router } from "@/server/kit/call/procedure";
import { Id } from "@/server/kit/call/wire";
import { log } from "@/server/kit/process/log";
import { restDoor } from "./rest";
import { toResponse } from "./rest-answer";

const Row = z.object({ id: Id, version: z.int() });
const id = "019b76da-a800-7211-80bc-2f28187e4d67";
const none = { auth: "none" } as const;
const missing = () => {
  throw unknownReference("languageId", "language");
};
const sample = router({
  create: open(post("/rows/{parentId}/parts", { ...none, status: 201 }))
    .input(z.object({ parentId: z.string(), label: z.string().optional() }))
    .output(Row)
    .mutation(() => ({ id, version: 1 })),
  get: open(get("/rows/{parentId}/parts/{id}", none))
    .input(z.object({ parentId: z.string(), id: Id }))
    .output(Row)
    .query(({ input }) => ({ id: input.id, version: 1 })),
  unread: open(post("/others", { ...none, status: 201 }))
    .input(z.object({ label: z.string().optional() }))
    .output(Row)
    .mutation(() => ({ id, version: 1 })),
  limited: open(post("/limited", none))
    .input(z.object({ tooOften: z.boolean() }))
    .output(Row)
    .mutation(({ ctx, input }) => {
      ctx.counted?.push(often);
      if (input.tooOften) throw tooMany("file", "Wait.", 9);
      return { id, version: 1 };
    }),
  own: open(post("/own"))
    .output(Row)
    .mutation(() => ({ id, version: 1 })),
  ofPath: open(post("/texts/{languageId}", none))
    .input(z.object({ languageId: Id }))
    .output(Row)
    .mutation(missing),
  ofBody: open(post("/texts", none))
    .input(z.object({ languageId: Id }))
    .output(Row)
    .mutation(missing),
});
const often = { name: "file", calls: 60, seconds: 3600, left: 3, resets: 9 };
const nobody = () => Promise.reject(new Error("nobody asks who"));
const door = restDoor({
  router: sample,
  authenticate: { bearerActor: nobody, keyActor: nobody },
  database: () => ({}) as never,
});

async function send(path: string, body: object = {}, headers: Record<string, string> = {}) {
  const request = new Request(`http://localhost/api${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
  const { reply } = await door.handle({ request, url: new URL(request.url), requestId: "id", ip: null });
  const response = toResponse(reply);
  return { status: response.status, headers: response.headers, body: await response.json() };
}

it("says where what was made can be read, and nothing where it cannot be", async () => {
  expect((await send("/rows/p 1/parts")).headers.get("location")).toBe(`/api/rows/p%201/parts/${id}`);
  expect((await send("/others")).headers.get("location")).toBeNull();
  expect(door.operations.filter(({ isLocated }) => isLocated).map(({ name }) => name)).toEqual(["create"]);
});

it("an id that is not there is 404 in a path, and 422 in a body", async () => {
  const inPath = await send(`/texts/${id}`);
  expect([inPath.status, inPath.body.code, inPath.body.errors]).toEqual([404, "not_found", undefined]);
  const inBody = await send("/texts", { languageId: id });
  expect([inBody.status, inBody.body.code]).toEqual([422, "unknown_reference"]);
});

it("ignores what is not declared, or refuses it by name where that is preferred, and says so", async () => {
  const prefer = { prefer: "handling=strict" };
  const loose = await send("/rows/a/parts?trace=1", { lable: "x" });
  expect([loose.status, loose.headers.get("preference-applied")]).toEqual([201, null]);
  const strict = await send("/rows/a/parts?trace=1", { lable: "x" }, prefer);
  expect([strict.status, strict.headers.get("preference-applied")]).toEqual([400, "handling=strict"]);
  expect(strict.body.errors.map(({ path }: { path: string }) => path)).toEqual(["trace", "lable"]);
  const right = await send("/rows/a/parts", { label: "x" }, prefer);
  expect([right.status, right.headers.get("preference-applied")]).toEqual([201, "handling=strict"]);
});

it("an error says in which language it is", async () => {
  const { headers } = await send(`/texts/${id}`);
  expect([headers.get("content-language"), headers.get("vary")]).toEqual(["en", "accept-language"]);
});

it("says what is left of the limits that count the caller, whether the call went through or not", async () => {
  for (const tooOften of [false, true]) {
    const { status, headers } = await send("/limited", { tooOften });
    expect([status, headers.get("ratelimit-policy"), headers.get("ratelimit")]).toEqual([
      tooOften ? 429 : 200,
      '"file";q=60;w=3600',
      '"file";r=3;t=9',
    ]);
  }
  expect((await send("/others")).headers.has("ratelimit")).toBe(false);
});

it("logs what fails before an operation is called, and nothing that was refused", async () => {
  const error = vi.spyOn(log, "error");
  expect((await send("/own", {}, { authorization: "Bearer some" })).status).toBe(500);
  expect(error.mock.calls.map(([line]) => line)).toMatchObject([{ requestId: "id", operation: "own" }]);
  error.mockClear();
  expect((await send("/own")).status).toBe(401);
  expect(error).not.toHaveBeenCalled();
  error.mockRestore();
});
