"use client";

import { SelectField, SwitchField, TextField } from "@/components/kit/form/fields";
import { ResourceForm } from "@/components/kit/form/resource-form";
import type { RecordOf } from "@/components/kit/resource";
import { buttonGroups } from "@/server/content/help-desk-button/help-desk-button.rules";
import { HelpDeskButtonFields } from "@/server/content/help-desk-button/help-desk-button.schema";
import { helpDeskButtons } from "../help-desk-button.resource";

const groups = buttonGroups.map((group) => ({ value: group, label: group }));

export const HelpDeskButtonForm = ({ record }: { record?: RecordOf<"helpDeskButtons"> }) => (
  <ResourceForm
    of={helpDeskButtons}
    schema={HelpDeskButtonFields}
    record={record}
    values={record ? undefined : { isActivated: true, groupName: "Documentation" }}
    opens="translations"
  >
    {(f) => (
      <>
        <TextField {...f.topic} help="The name shown to staff. Users see the texts on the Translations tab." />
        <SelectField {...f.groupName} options={groups} />
        <TextField {...f.link} optional help="A web address, mailto: or tel:. Each language can have its own." />
        <TextField {...f.icon} optional help="The name of an icon in the apps." />
        <SwitchField {...f.isActivated} help="Only enabled buttons are shown in the apps." />
      </>
    )}
  </ResourceForm>
);
