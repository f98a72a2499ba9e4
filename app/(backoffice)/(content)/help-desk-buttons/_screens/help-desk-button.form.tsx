"use client";

import { SelectField, SwitchField, TextField } from "@/components/kit/form/fields";
import { ResourceForm } from "@/components/kit/form/resource-form";
import type { RecordOf } from "@/components/kit/resource";
import { buttonGroups, HelpDeskButtonFields } from "@/server/content/help-desk-button/help-desk-button.schema";
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
        <TextField
          {...f.topic}
          help="What it is about, for staff. What people read is written on the translations tab."
        />
        <SelectField {...f.groupName} options={groups} />
        <TextField
          {...f.link}
          optional
          help="Where it leads: a web address, mailto: or tel:. A language may have its own."
        />
        <TextField {...f.icon} optional help="The name of a picture that the apps have." />
        <SwitchField {...f.isActivated} help="Only buttons that are on are shown in the apps." />
      </>
    )}
  </ResourceForm>
);
