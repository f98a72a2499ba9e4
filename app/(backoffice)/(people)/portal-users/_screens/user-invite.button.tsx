"use client";

import { Button } from "@mantine/core";
import { Allowed } from "@/components/kit/allowed";
import { attempt } from "@/components/kit/attempt";
import { trpc } from "@/components/kit/trpc";
import { notify } from "@/components/ui/notice";
import { t } from "@/texts/t";
import { portalUsers } from "../portal-user.resource";

/** Mails an invitation again, into a company or, without one, to the account; the earlier link stops working. */
export function InviteButton({ userId, userCompanyId }: { userId: string; userCompanyId?: string }) {
  const send = trpc.invitations.send.useMutation();
  const sendToUser = trpc.invitations.sendToUser.useMutation();
  const invite = () =>
    attempt(async () => {
      await (userCompanyId ? send.mutateAsync({ userCompanyId }) : sendToUser.mutateAsync({ userId }));
      notify(t("Invitation sent. The link is valid for 7 days."));
    });
  return (
    <Allowed needs={portalUsers.may.write}>
      <Button size="compact-sm" variant="default" loading={send.isPending || sendToUser.isPending} onClick={invite}>
        {t("Send invitation again")}
      </Button>
    </Allowed>
  );
}
