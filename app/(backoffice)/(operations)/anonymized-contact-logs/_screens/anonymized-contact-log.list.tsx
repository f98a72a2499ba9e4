"use client";

import { Button } from "@mantine/core";
import { Allowed } from "@/components/kit/allowed";
import { attempt } from "@/components/kit/attempt";
import { ResourceList } from "@/components/kit/list/resource-list";
import { trpc } from "@/components/kit/trpc";
import { notify } from "@/components/ui/notice";
import { When } from "@/components/ui/value";
import { t } from "@/texts/t";
import { contactLogs } from "../../contact-logs/contact-log.resource";
import { anonymizedContactLogs } from "../anonymized-contact-log.resource";

/** Deletes what can no longer be brought back; it does so by itself each night. */
function DeleteButton() {
  const remove = trpc.contactLogs.deleteAnonymized.useMutation();
  const run = () =>
    attempt(async () => {
      const { deleted } = await remove.mutateAsync();
      notify(
        t("{count, plural, =0 {Nothing to delete} one {# contact log deleted} other {# contact logs deleted}}", {
          count: deleted,
        }),
      );
    });
  return (
    <Allowed needs={anonymizedContactLogs.may.write}>
      <Button variant="default" loading={remove.isPending} onClick={run}>
        {t("Delete those older than 7 days")}
      </Button>
    </Allowed>
  );
}

export const AnonymizedContactLogList = () => (
  <ResourceList
    of={anonymizedContactLogs}
    columns={[
      { key: "type", sort: true, onPhone: true },
      { key: "platformTechKey", sort: true, width: "200px" },
      { key: "receivedAt", sort: true, width: "160px", cell: (row) => <When at={row.receivedAt} /> },
      { key: "anonymizedAt", sort: true, width: "160px", onPhone: true, cell: (row) => <When at={row.anonymizedAt} /> },
      { key: "id", width: "300px", hidden: true },
    ]}
    filters={["type", { kind: "dates", name: "startDate", until: "endDate" }]}
    href={(row) => contactLogs.record(row.id)}
    actions={<DeleteButton />}
    empty="Contact logs that were anonymised are kept here for seven days, so that they can be brought back."
  />
);
