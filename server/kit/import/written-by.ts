import type { KnownCtx } from "@/server/kit/call/context";

/** The context in which an import writes its texts, as its option `WrittenBy` says. */
export const writtenBy = (ctx: KnownCtx, { writtenBy }: { writtenBy?: string }): KnownCtx => ({
  ...ctx,
  isByMachine: writtenBy === "machine",
});
