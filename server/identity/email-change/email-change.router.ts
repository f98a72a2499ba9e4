import { z } from "zod";
import { open, router, signedIn } from "@/server/kit/call/procedure";
import {
  ChangeOwnEmail,
  ConfirmChange,
  Confirmed,
  EmailChange,
  LookAtChange,
  PendingEmail,
} from "./email-change.schema";
import { emailChangeService as service } from "./email-change.service";

const ownTrail = { unaudited: "needs a caller with a password of their own; the service writes the row" };

/** Changes of an e-mail address, for screens: the documents have no operation on them. */
export const emailChangeRouter = router({
  look: open()
    .input(LookAtChange)
    .output(EmailChange)
    .query(({ ctx, input }) => service.look(ctx, input.token)),
  confirm: open(undefined, { unaudited: "the service writes the row as the account itself" })
    .input(ConfirmChange)
    .output(Confirmed)
    .mutation(({ ctx, input }) => service.confirm(ctx, input.token)),
  requestOwn: signedIn(undefined, { ...ownTrail, withoutKey: "it counts tries" })
    .input(ChangeOwnEmail)
    .output(PendingEmail)
    .mutation(({ ctx, input }) => service.requestOwn(ctx, input)),
  cancelOwn: signedIn(undefined, ownTrail)
    .input(z.object({}))
    .output(PendingEmail)
    .mutation(({ ctx }) => service.cancelOwn(ctx)),
});
