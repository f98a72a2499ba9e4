"use client";

import { RecordField, TextAreaField, TextField } from "@/components/kit/form/fields";
import { ResourceForm } from "@/components/kit/form/resource-form";
import type { RecordOf } from "@/components/kit/resource";
import { CreateNotificationTemplateContent } from "@/server/notification/template/notification-template.schema";
import { languages } from "../../../(content)/languages/language.resource";
import { notificationTemplates } from "../../notification-templates/notification-template.resource";
import { notificationTemplateContents } from "../notification-template-content.resource";
import { TemplatePreview } from "./template-preview.tab";

export const NotificationTemplateContentForm = ({ record }: { record?: RecordOf<"notificationTemplateContents"> }) => (
  <ResourceForm of={notificationTemplateContents} schema={CreateNotificationTemplateContent} record={record}>
    {(f) => (
      <>
        <RecordField {...f.noticationTemplateId} of={notificationTemplates} />
        <RecordField {...f.languageId} of={languages} />
        <TextField {...f.notificationTitle} help="Write tokens in double curly brackets." />
        <TextAreaField
          {...f.notificationContent}
          rows={8}
          help="Phones show it as plain text; mails keep its bold and links."
        />
        <TemplatePreview />
      </>
    )}
  </ResourceForm>
);
