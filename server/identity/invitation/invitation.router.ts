import { open, permitted, router } from "@/server/kit/call/procedure";
import { Accept, Accepted, Invitation, Look, SendAccountInvitation, SendInvitation, Sent } from "./invitation.schema";
import { invitationService } from "./invitation.service";

/** Invitations by link, for screens; company admins get theirs by the same service. */
export const invitationRouter = router({
  look: open()
    .input(Look)
    .output(Invitation)
    .query(({ ctx, input }) => invitationService.look(ctx, input.token)),
  accept: open(undefined, { unaudited: "the service writes the row as the account itself" })
    .input(Accept)
    .output(Accepted)
    .mutation(({ ctx, input }) => invitationService.accept(ctx, input)),
  send: permitted("portal-user.write", undefined, { unaudited: "needs a membership; the service writes the row" })
    .input(SendInvitation)
    .output(Sent)
    .mutation(({ ctx, input }) => invitationService.invite(ctx, input.userCompanyId)),
  sendToUser: permitted("portal-user.write")
    .input(SendAccountInvitation)
    .output(Sent)
    .mutation(({ ctx, input }) => invitationService.invitePortalUser(ctx, input.userId)),
});
