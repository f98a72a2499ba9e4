"use client";

import { Button } from "@mantine/core";
import { Allowed } from "@/components/kit/allowed";
import { attempt } from "@/components/kit/attempt";
import type { RecordOf } from "@/components/kit/resource";
import { ResourceSheet } from "@/components/kit/sheet/resource-sheet";
import { trpc } from "@/components/kit/trpc";
import { notify } from "@/components/ui/notice";
import { OnOff, Status } from "@/components/ui/value";
import { etagOf } from "@/server/kit/value/etag.rules";
import { t } from "@/texts/t";
import { notificationTemplates } from "../notification-template.resource";
import { NotificationTemplateForm } from "./notification-template.form";
import { TemplatePages } from "./template-pages.tab";
import { studioTab } from "./template-studio.rules";
import { TemplateStudio } from "./template-studio.tab";

function UrgentButton({ template }: { template: RecordOf<"notificationTemplates"> }) {
  const set = trpc.notificationTemplates.setUrgent.useMutation();
  const isUrgent = !template.isUrgent;
  const run = () =>
    attempt(async () => {
      await set.mutateAsync({ id: template.id, isUrgent, ifMatch: etagOf(template) });
      notify(isUrgent ? "It is urgent now: it waits for no quiet hours" : "It is not urgent any more");
    });
  return (
    <Allowed needs={notificationTemplates.may.write}>
      <Button variant="default" loading={set.isPending} onClick={run}>
        {isUrgent ? t("Make it urgent") : t("Make it not urgent")}
      </Button>
    </Allowed>
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
    first={studioTab}
    tabs={[
      {
        key: studioTab,
        title: "Texts",
        content: (record) => <TemplateStudio templateId={record.id} />,
      },
      { key: "pages", title: "Pages", content: (record) => <TemplatePages templateId={record.id} /> },
    ]}
    remove
  />
);
