import { z } from "zod";
import { ofCompany, router, signedIn } from "@/server/kit/call/procedure";
import { ById, Nothing } from "@/server/kit/call/wire";
import { Found, ListRemovals, OfAddress, Rehearsal, RemovalKinds, RemovalPage, Returned } from "./removal.schema";
import { removalService as service } from "./removal.service";

/** Removed records, for who is signed in: the service looks at the rights that each kind needs. */
export const removalRouter = router({
  list: signedIn()
    .input(ListRemovals)
    .output(RemovalPage)
    .query(({ ctx, input }) => service.list(ctx, input)),
  kinds: signedIn()
    .input(z.object({}))
    .output(RemovalKinds)
    .query(({ ctx }) => service.kinds(ctx)),
  of: signedIn()
    .input(OfAddress)
    .output(Found)
    .query(({ ctx, input }) => service.of(ctx, input)),
  rehearse: signedIn()
    .input(ById)
    .output(Rehearsal)
    .query(({ ctx, input }) => service.rehearse(ctx, input.id)),
  restore: signedIn()
    .input(ById)
    .output(Returned)
    .mutation(({ ctx, input }) => service.restore(ctx, input.id)),
  forget: signedIn()
    .input(ById)
    .output(Nothing)
    .mutation(({ ctx, input }) => service.forget(ctx, input.id)),
});

/** The same inside a company, for its people. */
export const companyRemovalRouter = router({
  list: ofCompany("signed-in")
    .input(ListRemovals)
    .output(RemovalPage)
    .query(({ ctx, input }) => service.list(ctx, input)),
  kinds: ofCompany("signed-in")
    .output(RemovalKinds)
    .query(({ ctx }) => service.kinds(ctx)),
  of: ofCompany("signed-in")
    .input(OfAddress)
    .output(Found)
    .query(({ ctx, input }) => service.of(ctx, input)),
  rehearse: ofCompany("signed-in")
    .input(ById)
    .output(Rehearsal)
    .query(({ ctx, input }) => service.rehearse(ctx, input.id)),
  restore: ofCompany("signed-in")
    .input(ById)
    .output(Returned)
    .mutation(({ ctx, input }) => service.restore(ctx, input.id)),
  forget: ofCompany("signed-in")
    .input(ById)
    .output(Nothing)
    .mutation(({ ctx, input }) => service.forget(ctx, input.id)),
});
