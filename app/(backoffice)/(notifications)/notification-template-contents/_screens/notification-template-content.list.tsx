"use client";

import { ResourceList } from "@/components/kit/list/resource-list";
import { notificationTemplateContents } from "../notification-template-content.resource";
import { contentColumns } from "./notification-template-content.columns";

export const NotificationTemplateContentList = () => (
  <ResourceList
    of={notificationTemplateContents}
    columns={contentColumns}
    filters={["notificationTitle", "languageId", "noticationTemplateId"]}
    empty="The title and text of each notification template per language. Create the first one."
  />
);
