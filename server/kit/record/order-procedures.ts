import { z } from "zod";
import type { KnownCtx } from "@/server/kit/call/context";
import { permitted } from "@/server/kit/call/procedure";
import { Id } from "@/server/kit/call/wire";
import type { Permission } from "@/server/permissions";

interface Options {
  may: { write: Permission };
  service: { saveOrder: (ctx: KnownCtx, ids: string[], seen: string[]) => Promise<{ moved: number }> };
}

const Order = z.object({ ids: z.array(Id).min(1).max(1000), seen: z.array(Id).min(1).max(1000) });

/** What a kind of record with an order offers screens: all ids in their new order, and as they were seen, in one request. */
export const orderProcedures = ({ may, service }: Options) => ({
  saveOrder: permitted(may.write)
    .input(Order)
    .output(z.object({ moved: z.int() }))
    .mutation(({ ctx, input }) => service.saveOrder(ctx, input.ids, input.seen)),
});
