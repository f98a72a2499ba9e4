"use client";

import { useWatch } from "react-hook-form";
import { RecordField, TextAreaField, TextField } from "@/components/kit/form/fields";
import { ResourceForm } from "@/components/kit/form/resource-form";
import { CreateNotificationTemplateContent } from "@/server/notification/template/notification-template.schema";
import { languages } from "../../../(content)/languages/language.resource";
import { notificationTemplates } from "../../notification-templates/notification-template.resource";
import { notificationTemplateContents } from "../notification-template-content.resource";
import { TemplatePreview } from "./template-preview.tab";

function Preview() {
  const [noticationTemplateId, notificationTitle = "", notificationContent = ""] = useWatch({
    name: ["noticationTemplateId", "notificationTitle", "notificationContent"],
  });
  return noticationTemplateId ? (
    <TemplatePreview
      noticationTemplateId={noticationTemplateId}
      notificationTitle={notificationTitle}
      notificationContent={notificationContent}
    />
  ) : null;
}

/** A new text; one that there is is changed beside the other languages (`TemplateStudio`). */
export const NotificationTemplateContentForm = () => (
  <ResourceForm of={notificationTemplateContents} schema={CreateNotificationTemplateContent}>
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
        <Preview />
      </>
    )}
  </ResourceForm>
);
