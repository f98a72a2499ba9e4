import { open, router } from "@/server/kit/call/procedure";
import { Nothing } from "@/server/kit/call/wire";
import {
  AcceptPartnership,
  InvitationOfPartner,
  LookAtInvitation,
  PartnershipAccepted,
} from "./partner-invitation.schema";
import { partnerInvitationService as service } from "./partner-invitation.service";

/** The page of the link that an invited partner gets by mail. */
export const partnerInvitationRouter = router({
  look: open()
    .input(LookAtInvitation)
    .output(InvitationOfPartner)
    .query(({ ctx, input }) => service.look(ctx, input.token)),
  open: open(undefined, { unaudited: "nobody is signed in yet, and no record changes" })
    .input(LookAtInvitation)
    .output(Nothing)
    .mutation(({ ctx, input }) => service.open(ctx, input.token)),
  accept: open(undefined, { unaudited: "the service writes the rows as the account itself" })
    .input(AcceptPartnership)
    .output(PartnershipAccepted)
    .mutation(({ ctx, input }) => service.accept(ctx, input)),
});
