"use client";

import { Button } from "@mantine/core";
import { useRouter } from "next/navigation";
import { Allowed } from "@/components/kit/allowed";
import { attempt } from "@/components/kit/attempt";
import { trpc } from "@/components/kit/trpc";
import { useViewer } from "@/components/kit/viewer";
import { notify } from "@/components/ui/notice";
import { t } from "@/texts/t";
import { notificationRequests } from "../../notification-requests/notification-request.resource";
import { nameOf, type Sender } from "./sender.words";

const types = { "in-app": 1, fcm: 2, apns: 2, "web-push": 2, smtp: 3 } as const;

/** Sends the reader a message by this sender, and links to its story. */
export function TestSend({ of: { sender, isOn, ownApps } }: { of: Sender }) {
  const viewer = useViewer();
  const router = useRouter();
  const send = trpc.notificationRequests.send.useMutation();
  if (!isOn || viewer.isActing) return null;
  const type = types[sender];
  const keyPlatformTechs = type === 2 ? ownApps : ["BACKOFFICE_WEB"];
  if (keyPlatformTechs.length === 0) return <small>{t("You have no device that it reaches.")}</small>;
  const run = () =>
    attempt(async () => {
      const { id } = await send.mutateAsync({
        notificationTitle: t("Test of {sender}", { sender: nameOf(sender) }),
        notificationContent: t("You asked for this message on the screen of the senders."),
        keyPlatformTechs,
        typeNotificationList: [type],
        emailUserDestList: [viewer.email],
      });
      notify(t("Sent to {email}", { email: viewer.email }));
      router.push(notificationRequests.record(id, "deliveries"));
    });
  return (
    <Allowed needs={notificationRequests.may.write}>
      <Button variant="default" size="compact-xs" loading={send.isPending} onClick={run}>
        {t("Send to me")}
      </Button>
    </Allowed>
  );
}
