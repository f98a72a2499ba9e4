"use client";

import { ResourceSheet } from "@/components/kit/sheet/resource-sheet";
import { notificationTemplateContents } from "../notification-template-content.resource";
import { NotificationTemplateContentForm } from "./notification-template-content.form";

export const NotificationTemplateContentSheet = ({ id }: { id: string }) => (
  <ResourceSheet
    of={notificationTemplateContents}
    id={id}
    facts={(record) => (record.missingTokens.length ? `It does not use ${record.missingTokens.join(", ")}` : undefined)}
    about={["noticationTemplateId", "languageId", "notificationTitle", "notificationContent"]}
    edit={(record) => <NotificationTemplateContentForm record={record} />}
    remove
  />
);
