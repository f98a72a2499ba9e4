"use client";

import { Button } from "@mantine/core";
import { Allowed } from "@/components/kit/allowed";
import { attempt } from "@/components/kit/attempt";
import type { RecordOf } from "@/components/kit/resource";
import { trpc } from "@/components/kit/trpc";
import { notify } from "@/components/ui/notice";
import { etagOf } from "@/server/kit/value/etag.rules";
import type { Permission } from "@/server/permissions";
import { t } from "@/texts/t";

interface Props {
  record: { id: string; version: number; pendingEmail: string | null };
  mayCancel: Permission;
  cancel: { isPending: boolean; mutateAsync: (input: { id: string; ifMatch: string }) => Promise<unknown> };
}

/** The address that waits to be confirmed, with the way to leave it. */
function PendingEmail({ record: { id, version, pendingEmail }, mayCancel, cancel }: Props) {
  if (!pendingEmail) return null;
  const leave = () =>
    attempt(async () => {
      await cancel.mutateAsync({ id, ifMatch: etagOf({ version }) });
      notify(t("Address change cancelled"));
    });
  return (
    <>
      <span>{t("Waiting for confirmation of {pendingEmail}", { pendingEmail })}</span>
      <Allowed needs={mayCancel}>
        <Button size="compact-xs" variant="default" loading={cancel.isPending} onClick={leave}>
          {t("Cancel change")}
        </Button>
      </Allowed>
    </>
  );
}

export const PendingEmailOfUser = ({ record }: { record: RecordOf<"portalUsers"> }) => (
  <PendingEmail
    record={record}
    mayCancel="portal-user.write"
    cancel={trpc.portalUsers.cancelEmailChange.useMutation()}
  />
);

export const PendingEmailOfStaff = ({ record }: { record: RecordOf<"staff"> }) => (
  <PendingEmail record={record} mayCancel="staff.write" cancel={trpc.staff.cancelEmailChange.useMutation()} />
);
