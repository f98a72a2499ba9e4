import { z } from "zod";
import type { Database } from "@/db/client";
import { modelPersRouter } from "@/server/devices/model-pers/model-pers.router";
import type { Actor } from "@/server/kit/call/context";
import { AppError } from "@/server/kit/call/errors";
import { del, get, post } from "@/server/kit/call/meta";
import { checkedBy, ofCompany, open, permitted, router, signedIn } from "@/server/kit/call/procedure";
import { Download, Nothing, Upload } from "@/server/kit/call/wire";
import { staffCtx } from "@/server/kit/testing";
import { restDoor } from "./rest";
import { toResponse } from "./rest-answer";

const Echo = z.object({ who: z.string(), input: z.unknown() });
const echo = ({ ctx, input }: { ctx: { actor: { kind: string } | null }; input: unknown }) => ({
  who: ctx.actor?.kind ?? "nobody",
  input: input ?? null,
});
const Form = z.object({
  file: Upload,
  dryRun: z.boolean().optional(),
  note: z.string().optional(),
});
const Deep = z.object({ text: z.string().max(20_000_000).optional(), tree: z.unknown().optional() });

export const sampleRouter = router({
  modelPers: modelPersRouter,
  open: open(get("/samples/open", { auth: "none" }))
    .output(Echo)
    .query(echo),
  list: permitted("pers.read", get("/samples/{id}"))
    .input(
      z.object({
        id: z.string(),
        n: z.int().optional(),
        on: z.boolean().optional(),
        tags: z.array(z.string()).optional(),
      }),
    )
    .output(Echo)
    .query(echo),
  byPerson: signedIn(post("/samples/both"))
    .input(z.object({ a: z.string() }))
    .output(Echo)
    .mutation(echo),
  byKey: signedIn(post("/samples/both", { auth: "apiKey", headers: { user: "bo-user" } }))
    .input(z.object({ a: z.string(), user: z.string() }))
    .output(Echo)
    .mutation(echo),
  either: signedIn(get("/samples/either", { auth: "either" }))
    .output(Echo)
    .query(echo),
  own: checkedBy(
    async (_, { token }) => {
      if (token !== "Bearer old") throw new AppError("credentials_missing");
    },
    post("/samples/own", { headers: { token: "Authorization" } }),
  )
    .input(z.object({ token: z.string(), a: z.string() }))
    .output(Echo)
    .mutation(echo),
  byPath: ofCompany("company-role.write", post("/samples/company/{companyId}/parts"))
    .input(z.object({ a: z.string() }))
    .output(Echo)
    .mutation(echo),
  byQuery: ofCompany("company-role.write", del("/samples/parts")).output(Echo).mutation(echo),
  write: permitted("pers.write", post("/samples", { status: 201 }))
    .input(Deep)
    .output(Echo)
    .mutation(({ ctx }) => echo({ ctx, input: null })),
  bulk: signedIn(del("/samples/bulk", { body: "ids" }))
    .input(z.object({ ids: z.array(z.uuid()) }))
    .output(Nothing)
    .mutation(() => undefined),
  upload: signedIn(post("/samples/upload", { files: ["file"] }))
    .input(Form)
    .output(Echo)
    .mutation(({ ctx, input: { file, ...rest } }) =>
      echo({ ctx, input: { ...rest, name: file.name, text: new TextDecoder().decode(file.bytes) } }),
    ),
  download: open(get("/samples/file", { auth: "none" }))
    .output(Download)
    .query(() => ({ name: 'Prüf "1".csv', type: "text/csv", body: new TextEncoder().encode("a,b") })),
  broken: open(get("/samples/broken", { auth: "none" }))
    .output(z.object({ a: z.string() }))
    .query(() => ({ a: 1 }) as never),
  crash: open(get("/samples/crash", { auth: "none" }))
    .output(Nothing)
    .query(() => {
      throw new Error("secret: select * from users");
    }),
  lost: open(get("/samples/lost", { auth: "none" }))
    .output(Nothing)
    .query(() => {
      throw Object.assign(new Error("gone"), { code: "CONNECTION_CLOSED" });
    }),
  says: open(get("/samples/says", { auth: "none" }))
    .input(z.object({ said: z.string() }))
    .output(Nothing)
    .query(({ input }) => {
      const { message, ...more } = JSON.parse(input.said);
      throw new Error("Failed query", { cause: Object.assign(new Error(message), more) });
    }),
});

const all = staffCtx(undefined as never).actor;
const reader = staffCtx(undefined as never, ["pers.read"]).actor;
export const companyId = "00000000-0000-7000-8000-0000000000c1";
/** Somebody of that company. */
const memberWith = (...rights: string[]) =>
  ({
    ...all,
    type: "Pro Center Member",
    rightsIn: async (id: string) => (id === companyId ? new Set(rights) : null),
  }) as Actor;

export const bearer = { authorization: "Bearer all" };
export const json = { ...bearer, "content-type": "application/json" };

/** A REST door over sample operations, for its tests. @returns sends a request and reads the answer */
export function sampleDoor(db: () => Database) {
  const { handle } = restDoor({
    router: sampleRouter,
    database: db,
    authenticate: {
      bearerActor: async (token) => {
        if (token === "all") return all;
        if (token === "reader") return reader;
        if (token === "member") return memberWith("company-role.write");
        if (token === "guest") return memberWith("company-role.read");
        throw new AppError("credentials_missing");
      },
      keyActor: async (key) => {
        if (key !== "key") throw new AppError("forbidden");
        return { kind: "key", id: "00000000-0000-7000-8000-000000000009", label: "a key", permissions: new Set(["*"]) };
      },
    },
  });

  return async (method: string, path: string, headers: Record<string, string> = {}, body?: BodyInit) => {
    const url = new URL(`http://localhost/api${path}`);
    const request = new Request(url, { method, headers, body, ...(body ? { duplex: "half" } : {}) } as RequestInit);
    const { reply } = await handle({ request, url, requestId: "test-1", ip: null });
    const response = toResponse(reply);
    const text = await response.text();
    const json = response.headers.get("content-type")?.includes("json") && text ? JSON.parse(text) : undefined;
    return { status: response.status, headers: response.headers, text, json };
  };
}
