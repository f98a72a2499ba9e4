"use client";

import { SwitchField, TextField } from "@/components/kit/form/fields";
import { ResourceForm } from "@/components/kit/form/resource-form";
import type { RecordOf } from "@/components/kit/resource";
import { UpdateNotificationTemplate } from "@/server/notification/template/notification-template.schema";
import { notificationTemplates } from "../notification-template.resource";

export const NotificationTemplateForm = ({ record }: { record?: RecordOf<"notificationTemplates"> }) => (
  <ResourceForm
    of={notificationTemplates}
    schema={UpdateNotificationTemplate}
    record={record}
    values={record ? undefined : { isPublic: false, isActivated: true }}
    opens="contents"
  >
    {(f) => (
      <>
        <TextField {...f.labelNotificationTemplate} help="The name shown to staff." />
        <TextField {...f.keyNotificationTemplate} help="The code that callers use to send it, such as battery-low." />
        <SwitchField {...f.isPublic} help="Apps can read the texts of a public template." />
        <SwitchField {...f.isActivated} help="Disabled templates are not sent." />
      </>
    )}
  </ResourceForm>
);
