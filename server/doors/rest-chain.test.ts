import { initTRPC, TRPCError } from "@trpc/server";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { systemCtx } from "@/server/kit/call/context";
import { appRouter } from "@/server/root";
import { chainOf } from "./rest-chain";
import { type Procedure, proceduresOf } from "./rest-plan";

interface Known {
  requestId: string;
  said?: string[];
}

const t = initTRPC.context<Known>().create();
const says = (word: string) =>
  t.middleware(async ({ ctx, next }) => {
    const result = await next({ ctx: { said: [...(ctx.said ?? []), word] } }); // a part of the context only
    return result.ok ? { ...result, data: { word, data: result.data } } : result;
  });
const router = t.router({
  plain: t.procedure.query(({ ctx, input }) => ({ ctx: Object.keys(ctx).sort(), input: input ?? null })),
  all: t.procedure
    .use(says("before"))
    .input(z.object({ id: z.string() }))
    .use(says("between"))
    .input(z.object({ n: z.number().default(3) }))
    .output(z.unknown())
    .query(({ ctx, input }) => ({ said: ctx.said, requestId: ctx.requestId, input })),
  asksRaw: t.procedure
    .use(async ({ getRawInput, next }) => next({ ctx: { said: [JSON.stringify(await getRawInput())] } }))
    .input(z.object({ id: z.string() }))
    .query(({ ctx }) => ctx.said),
  fails: t.procedure.query(() => {
    throw new RangeError("too far");
  }),
  refuses: t.procedure
    .use(() => {
      throw new TRPCError({ code: "FORBIDDEN", message: "no" });
    })
    .query(() => 1),
  badOutput: t.procedure.output(z.object({ a: z.string() })).query(() => ({ a: 1 as never })),
});

/** What came of a call: its answer, or the error's code, text and what lies behind it. */
const outcome = (call: Promise<unknown>) =>
  call.then(
    (data) => ({ data }),
    (error: TRPCError) => ({
      code: error.code,
      message: error.message,
      cause: error.cause?.constructor.name,
      is: error instanceof TRPCError,
    }),
  );

const procedures = new Map(proceduresOf(router));

async function both(name: string, input?: unknown) {
  const procedure = procedures.get(name) as Procedure;
  const ctx = systemCtx("chain");
  const own = { ctx, path: name, type: "query", getRawInput: async () => input, signal: undefined, batchIndex: 0 };
  return { trpc: await outcome(procedure(own)), chain: await outcome(chainOf(procedure, name)(ctx, input)) };
}

describe("a compiled chain answers and throws what tRPC's own caller does", () => {
  it.each([
    ["plain", undefined],
    ["all", { id: "a", n: 7, more: true }],
    ["all", { id: "a" }],
    ["all", { id: 5 }],
    ["all", { id: "a", n: "seven" }],
    ["all", undefined],
    ["asksRaw", { id: "a", more: 1 }],
    ["fails", undefined],
    ["refuses", undefined],
    ["badOutput", undefined],
  ])("%s of %j", async (name, input) => {
    const { trpc, chain } = await both(name, input);
    expect(chain).toEqual(trpc);
  });

  it("in the order of the steps, each with what those before added", async () => {
    const { chain } = await both("all", { id: "a" });
    expect(chain).toMatchObject({
      data: {
        word: "before",
        data: { word: "between", data: { said: ["before", "between"], input: { id: "a", n: 3 } } },
      },
    });
  });

  it("finds the schema of each input in every procedure of ours", () => {
    for (const [name, { _def }] of proceduresOf(appRouter)) {
      const inputs = (_def.middlewares as { _type?: string }[]).filter(({ _type }) => _type === "input");
      expect(inputs.length, name).toBe(_def.inputs.length);
    }
  });
});
