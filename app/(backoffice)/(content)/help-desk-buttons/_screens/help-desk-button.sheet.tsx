"use client";

import { ResourceSheet } from "@/components/kit/sheet/resource-sheet";
import { translationsTab } from "@/components/kit/sheet/translations.tab";
import { OnOff } from "@/components/ui/value";
import { t } from "@/texts/t";
import { PhonePreview } from "../../_screens/phone-preview.tab";
import { helpDeskButtons } from "../help-desk-button.resource";
import { HelpDeskButtonForm } from "./help-desk-button.form";

export const HelpDeskButtonSheet = ({ id }: { id: string }) => (
  <ResourceSheet
    of={helpDeskButtons}
    id={id}
    beside={(record) => <OnOff isOn={record.isActivated} />}
    facts={(record) => t(record.groupName)}
    about={["topic", "groupName", { copy: "link" }, "icon", "isActivated"]}
    edit={(record) => <HelpDeskButtonForm record={record} />}
    tabs={[
      translationsTab(helpDeskButtons, [
        { name: "label", title: "Label" },
        { name: "link", title: "Link", optional: true },
      ]),
      {
        key: "preview",
        title: "Preview",
        content: (record) => (
          <PhonePreview
            texts={record.translations}
            parts={({ label, link }) => [
              { button: label },
              { text: link ?? record.link ?? t("It leads nowhere yet.") },
            ]}
          />
        ),
      },
    ]}
    remove
  />
);
