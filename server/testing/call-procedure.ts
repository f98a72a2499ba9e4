import { type AnyRouter, callTRPCProcedure, type TRPCProcedureType } from "@trpc/server";
import type { Ctx } from "@/server/kit/call/context";
import { appRouter } from "../root";

interface More {
  type?: TRPCProcedureType;
  router?: AnyRouter;
}

/** Calls a procedure by its path, such as "pers.remove", as a door does: a mutation of the API where not said. */
export const callProcedure = (
  path: string,
  input: unknown,
  ctx: Ctx,
  { type = "mutation", router = appRouter }: More = {},
) =>
  callTRPCProcedure({
    router,
    path,
    ctx,
    type,
    getRawInput: async () => input,
    signal: undefined,
    batchIndex: 0,
  });
