import type { RowOf } from "@/components/kit/resource";
import { t } from "@/texts/t";

type InvitationState = NonNullable<RowOf<"dealers">["invitation"]>["state"];

const invitationWords: Record<InvitationState, string> = {
  waiting: "waits for staff",
  sent: "sent",
  delivered: "delivered",
  failed: "not delivered",
  opened: "page opened",
  expired: "expired",
  answered: "answered",
};

/** How far an invitation has come. */
export const invitationWord = (state: InvitationState) => t(invitationWords[state]);
