import { setImmediate } from "node:timers/promises";
import { beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { askers } from "@/db/asking";
import { useDatabase } from "@/db/testing/database";
import { proceduresOf } from "@/server/doors/rest-plan";
import { staffCtx } from "@/server/kit/testing";
import { appRouter } from "@/server/root";
import type { Ctx } from "./context";
import { toAppError } from "./errors";
import { callersOf, enterLane } from "./lanes";
import { permitted, router } from "./procedure";

const { db } = useDatabase();
const now = new Map<string, number>();
const most = new Map<string, number>();
let asked: readonly string[] = [];

/** Counts how many of one name are under way at once. */
async function work(name: string) {
  asked = askers();
  const count = (now.get(name) ?? 0) + 1;
  now.set(name, count);
  most.set(name, Math.max(count, most.get(name) ?? 0));
  await new Promise((done) => setTimeout(done, 5));
  now.set(name, count - 1);
  return name;
}

const Asked = z.object({ name: z.string(), limit: z.int().optional(), isGetAll: z.boolean().optional() });
const probe = router({
  list: permitted("pers.read")
    .input(Asked)
    .output(z.string())
    .query(({ input }) => work(input.name)),
  change: permitted("pers.read", undefined, { dear: "import", unaudited: "a probe", withoutKey: "a probe" })
    .input(Asked)
    .output(z.string())
    .mutation(({ input }) => work(input.name)),
  free: permitted("pers.read", undefined, { unaudited: "a probe", withoutKey: "a probe" })
    .input(Asked)
    .output(z.string())
    .mutation(({ input }) => work(input.name)),
});

describe("dear calls", () => {
  const caller = () => probe.createCaller(staffCtx(db()));
  const ten = (call: (n: number) => Promise<string>) => Promise.all(Array.from({ length: 10 }, (_, n) => call(n)));
  beforeAll(() => most.clear());

  it.each([
    ["a page of 201 rows", 1, { limit: 201 }],
    ["all rows", 1, { isGetAll: true }],
    ["a page of 200 rows", 10, { limit: 200 }],
    ["a page of no size", 10, {}],
  ])("%s: of one caller %i at a time", async (name, expected, input) => {
    const one = caller();
    await ten(() => one.list({ name, ...input }));
    expect(most.get(name)).toBe(expected);
  });

  it("are imports too, each by itself, and no other change is", async () => {
    const one = caller();
    await Promise.all([
      ten(() => one.change({ name: "change" })),
      ten(() => one.free({ name: "free" })),
      ten(() => one.list({ name: "beside", limit: 500 })),
    ]);
    expect([most.get("change"), most.get("free"), most.get("beside")]).toEqual([1, 10, 1]);
  });

  it("of other callers are made at the same time", async () => {
    const ctx = staffCtx(db());
    const people = Array.from({ length: 10 }, (_, n) =>
      probe.createCaller({ ...ctx, actor: { kind: "key", id: `key ${n}`, label: "", permissions: new Set(["*"]) } }),
    );
    await Promise.all(people.map((one) => one.list({ name: "people", limit: 1000 })));
    expect(most.get("people")).toBe(10);
  });
});

it("people of one company wait for each other's large pages, and for nothing else of each other", async () => {
  const company = { id: crypto.randomUUID(), rights: new Set<never>() };
  const of = (id: string): Ctx => {
    const { actor, ...ctx } = staffCtx(db());
    if (actor.kind !== "user") throw new Error("no person");
    return { ...ctx, actor: { ...actor, id, type: "Pro Center Member" }, company };
  };
  const [one, two] = [of("one"), of("two")];
  for (const kind of ["export", "import"] as const) {
    const leave = await enterLane(one, kind);
    (await enterLane(two, kind))();
    leave();
  }
  let isIn = false;
  const leave = await enterLane(one, "list");
  const second = enterLane(two, "list").then((leave) => {
    isIn = true;
    leave();
  });
  await setImmediate();
  expect(isIn).toBe(false);
  leave();
  await second;
});

describe("a caller", () => {
  it("is known wherever a statement of theirs is asked", async () => {
    const ctx = staffCtx(db());
    await probe.createCaller(ctx).list({ name: "who" });
    expect(asked).toEqual(callersOf(ctx));
    expect(asked).toHaveLength(1);
    expect(askers()).toEqual([]);
  });

  it("is the one who really acts, and their company where they are of it", () => {
    const user = {
      kind: "user",
      id: "u",
      email: "",
      label: "",
      sessionId: "s",
      permissions: new Set<string>(),
    } as const;
    const company = { id: "c", rights: new Set<never>() };
    expect(callersOf({ actor: { ...user, type: "Pro Center Member" }, company })).toEqual(["user u", "company c"]);
    expect(callersOf({ actor: { ...user, type: "Pro Center Admin", actingId: "a" }, company })).toEqual([
      "user a",
      "company c",
    ]);
    expect(callersOf({ actor: { ...user, type: "Staff" }, company })).toEqual(["user u"]);
    expect(callersOf({ actor: { kind: "key", id: "k", label: "", permissions: new Set() } })).toEqual(["key k"]);
    expect(callersOf({ actor: { kind: "system", label: "" } })).toEqual([]);
    expect(callersOf({ actor: null })).toEqual([]);
  });

  it("who waits in vain is told so: 429 with Retry-After, never 503", async () => {
    const refused = toAppError(Object.assign(new Error("busy"), { code: "CALLER_BUSY" }));
    expect([refused.status, refused.headers["retry-after"]]).toEqual([429, "5"]);
    const ctx = staffCtx(db());
    const leave = await enterLane(ctx, "export");
    leave();
    (await enterLane(ctx, "export"))();
  });
});

describe("every mutation that takes a file to read rows from", () => {
  it("is an import, of which a caller has one at a time", () => {
    const found = proceduresOf(appRouter)
      .filter(([, { _def }]) => {
        const { type, meta } = _def;
        const files = [...(meta?.files ?? []), ...(meta?.rest?.files ?? [])];
        return type === "mutation" && files.includes("file") && meta?.dear !== "import";
      })
      .map(([name]) => name);
    // It stores the file as it is.
    expect(found).toEqual(["files.upload"]);
  });
});
