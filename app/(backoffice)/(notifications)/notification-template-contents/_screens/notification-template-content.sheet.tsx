"use client";

import { ResourceSheet } from "@/components/kit/sheet/resource-sheet";
import { t } from "@/texts/t";
import { notificationTemplateContents } from "../notification-template-content.resource";
import { NotificationTemplateContentForm } from "./notification-template-content.form";
import { SendToMe } from "./send-to-me.button";

export const NotificationTemplateContentSheet = ({ id }: { id: string }) => (
  <ResourceSheet
    of={notificationTemplateContents}
    id={id}
    facts={(record) =>
      record.missingTokens.length
        ? t("It does not use {tokens}.", { tokens: record.missingTokens.join(", ") })
        : undefined
    }
    actions={(record) => <SendToMe content={record} />}
    about={["notificationTitle", "notificationContent", "noticationTemplateId", "languageId"]}
    edit={(record) => <NotificationTemplateContentForm record={record} />}
    remove
  />
);
