"use client";

import { Button } from "@mantine/core";
import { Allowed } from "@/components/kit/allowed";
import { attempt } from "@/components/kit/attempt";
import type { RecordOf } from "@/components/kit/resource";
import { trpc } from "@/components/kit/trpc";
import { useViewer } from "@/components/kit/viewer";
import { notify } from "@/components/ui/notice";
import { t } from "@/texts/t";
import { notificationRequests } from "../../notification-requests/notification-request.resource";

const ownApp = "BACKOFFICE_WEB";

/** Sends the reader the stored text, by all channels of its apps and into the inbox of the backoffice. */
export function SendToMe({ content }: { content: RecordOf<"notificationTemplateContents"> }) {
  const viewer = useViewer();
  const { client } = trpc.useUtils();
  const send = trpc.notificationRequests.send.useMutation();
  if (viewer.isActing) return null;
  const run = () =>
    attempt(async () => {
      const { noticationTemplateId, notificationTitle, notificationContent, languageId } = content;
      const template = await client.notificationTemplates.get.query({ id: noticationTemplateId });
      const words = { noticationTemplateId, notificationTitle, notificationContent };
      const { tokens, links } = await client.notificationTemplateContents.preview.mutate(words);
      await send.mutateAsync({
        keyNotificationTemplate: template.keyNotificationTemplate,
        keyPlatformTechs: [...new Set([ownApp, ...links.map(({ keyPlatformTech }) => keyPlatformTech)])],
        emailUserDestList: [viewer.email],
        languageId,
        tokens,
      });
      notify(t("Sent to {email}", { email: viewer.email }));
    });
  return (
    <Allowed needs={notificationRequests.may.write}>
      <Button variant="default" loading={send.isPending} onClick={run}>
        {t("Send to me")}
      </Button>
    </Allowed>
  );
}
