"use client";

import { Button } from "@mantine/core";
import { attempt } from "@/components/kit/attempt";
import { ChildList } from "@/components/kit/list/child-list";
import type { RecordOf } from "@/components/kit/resource";
import { ResourceSheet } from "@/components/kit/sheet/resource-sheet";
import { trpc } from "@/components/kit/trpc";
import { useMay } from "@/components/kit/viewer";
import { notify } from "@/components/ui/notice";
import { OnOff, Status } from "@/components/ui/value";
import { etagOf } from "@/server/kit/etag.rules";
import { t } from "@/texts/t";
import { contentColumns } from "../../notification-template-contents/_screens/notification-template-content.columns";
import { notificationTemplateContents } from "../../notification-template-contents/notification-template-content.resource";
import { notificationTemplates } from "../notification-template.resource";
import { NotificationTemplateForm } from "./notification-template.form";

function UrgentButton({ template }: { template: RecordOf<"notificationTemplates"> }) {
  const set = trpc.notificationTemplates.setUrgent.useMutation();
  if (!useMay()(notificationTemplates.may.write)) return null;
  const isUrgent = !template.isUrgent;
  const run = () =>
    attempt(async () => {
      await set.mutateAsync({ id: template.id, isUrgent, ifMatch: etagOf(template) });
      notify(isUrgent ? "It is urgent now: it waits for no quiet hours" : "It is not urgent any more");
    });
  return (
    <Button variant="default" loading={set.isPending} onClick={run}>
      {isUrgent ? t("Make it urgent") : t("Make it not urgent")}
    </Button>
  );
}

export const NotificationTemplateSheet = ({ id }: { id: string }) => (
  <ResourceSheet
    of={notificationTemplates}
    id={id}
    beside={(record) => (
      <>
        <OnOff isOn={record.isActivated} />
        {record.isUrgent && <Status tone="warn">{t("Urgent")}</Status>}
      </>
    )}
    facts={(record) => record.keyNotificationTemplate}
    actions={(record) => <UrgentButton template={record} />}
    about={["labelNotificationTemplate", { copy: "keyNotificationTemplate" }, "isActivated", "isPublic", "isUrgent"]}
    edit={(record) => <NotificationTemplateForm record={record} />}
    tabs={[
      {
        key: "contents",
        title: "Texts",
        content: (record) => (
          <ChildList
            of={notificationTemplateContents}
            where={{ noticationTemplateId: record.id }}
            sort="createdAt:asc"
            columns={contentColumns}
            filters={[]}
            href={(row) => notificationTemplateContents.record(row.id)}
            empty="It has no text in any language, so nothing can be sent with it."
          />
        ),
      },
    ]}
    remove
  />
);
