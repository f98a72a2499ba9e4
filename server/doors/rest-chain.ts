import { getTRPCErrorFromUnknown, TRPCError } from "@trpc/server";
import type { Ctx } from "@/server/kit/call/context";
import type { Meta } from "@/server/kit/call/meta";

/** What tRPC keeps of a procedure at run time. */
interface Procedure {
  _def: { type: string; meta?: Meta; inputs: { parse: (value: unknown) => unknown }[]; middlewares: object[] };
}

type Result = { ok: true; data: unknown; ctx: Ctx } | { ok: false; error: TRPCError };

/** What one step of a procedure changes for those behind it; a context may be only the part that is new. */
interface Over {
  ctx?: Partial<Ctx>;
  input?: unknown;
}

/** A step that tRPC has a call run through: a check, an input, the output, or the work itself. */
interface Step {
  (options: object): Promise<Result>;
  _type?: "input" | "output";
}

/** What is the same for all steps of one call. */
interface Call {
  raw: unknown;
  getRawInput: () => Promise<unknown>;
}

/** A step that knows those behind it. */
type Link = (call: Call, ctx: Ctx, input: unknown) => Promise<Result>;

const isObject = (value: unknown) => typeof value === "object" && value !== null && !Array.isArray(value);

/** An input needs nothing but its schema, so it is no promise of its own. */
const inputLink =
  (schema: Procedure["_def"]["inputs"][number], behind: Link): Link =>
  (call, ctx, input) => {
    let parsed: unknown;
    try {
      parsed = schema.parse(call.raw);
    } catch (cause) {
      return Promise.resolve({ ok: false, error: new TRPCError({ code: "BAD_REQUEST", cause }) });
    }
    return behind(call, ctx, isObject(input) && isObject(parsed) ? { ...Object(input), ...Object(parsed) } : parsed);
  };

const stepLink =
  (step: Step, { path, type, meta }: { path: string } & Pick<Procedure["_def"], "type" | "meta">, behind: Link): Link =>
  async (call, ctx, input) => {
    const next = (over?: Over) =>
      behind(call, over?.ctx ? { ...ctx, ...over.ctx } : ctx, over && "input" in over ? over.input : input);
    try {
      const { getRawInput } = call;
      return await step({ ctx, input, next, path, type, meta, getRawInput, signal: undefined, batchIndex: 0 });
    } catch (cause) {
      return { ok: false, error: getTRPCErrorFromUnknown(cause) };
    }
  };

const noWork: Link = () => Promise.reject(new Error("the last step of a procedure asks for another one"));

function compile({ _def }: Procedure, path: string): Link {
  const { inputs, type, meta } = _def;
  const steps = _def.middlewares as Step[];
  let left = inputs.length;
  return steps.reduceRight((behind, step) => {
    const schema = step._type === "input" ? inputs[--left] : undefined;
    return schema ? inputLink(schema, behind) : stepLink(step, { path, type, meta }, behind);
  }, noWork);
}

/**
 * A procedure as one function: its own steps in their order, which tRPC would find anew for each call, copying context and
 * options at each of them. It answers, and throws, what tRPC's own caller does.
 * @param path the procedure's name in the router
 */
export function chainOf(procedure: Procedure, path: string) {
  let chain: Link | undefined; // made at the first call, when the router's outputs are what they stay (`projectOutputs`)
  return async (ctx: Ctx, raw: unknown): Promise<unknown> => {
    chain ??= compile(procedure, path);
    const result = await chain({ raw, getRawInput: async () => raw }, ctx, undefined);
    if (!result.ok) throw result.error;
    return result.data;
  };
}
