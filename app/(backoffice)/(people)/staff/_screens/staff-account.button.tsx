"use client";

import { Button } from "@mantine/core";
import { useState } from "react";
import { Allowed } from "@/components/kit/allowed";
import { attempt } from "@/components/kit/attempt";
import type { RecordOf } from "@/components/kit/resource";
import { trpc } from "@/components/kit/trpc";
import { useViewer } from "@/components/kit/viewer";
import { Dialog, DialogActions } from "@/components/ui/dialog";
import { notify } from "@/components/ui/notice";
import { etagOf } from "@/server/kit/value/etag.rules";
import { t } from "@/texts/t";
import { staff } from "../staff.resource";

type StaffMember = RecordOf<"staff">;

/** Mails the invitation to who has not accepted it yet; the earlier link stops working. */
export function InviteAgainButton({ record }: { record: StaffMember }) {
  const invite = trpc.staff.invite.useMutation();
  if (record.status !== "pending") return null;
  const send = () =>
    attempt(async () => {
      await invite.mutateAsync({ id: record.id });
      notify(t("Invitation sent. The link is valid for 7 days."));
    });
  return (
    <Allowed needs={staff.may.write}>
      <Button variant="default" loading={invite.isPending} onClick={send}>
        {t("Send invitation again")}
      </Button>
    </Allowed>
  );
}

/** Disables an account, or enables it again. */
export function AccountButton({ record }: { record: StaffMember }) {
  const { id: me } = useViewer();
  const [isAsking, setIsAsking] = useState(false);
  const isOff = record.status === "disabled";
  const update = trpc.staff.update.useMutation();
  if (record.id === me) return null;
  const set = async (status: "active" | "disabled") => {
    await attempt(async () => {
      await update.mutateAsync({ id: record.id, status, ifMatch: etagOf(record) });
      notify(isOff ? t("Account enabled") : t("Account disabled"));
    });
    setIsAsking(false);
  };
  if (isOff)
    return (
      <Allowed needs={staff.may.write}>
        <Button variant="default" loading={update.isPending} onClick={() => set("active")}>
          {t("Enable account")}
        </Button>
      </Allowed>
    );
  return (
    <>
      <Allowed needs={staff.may.write}>
        <Button variant="default" c="var(--pd-bad)" onClick={() => setIsAsking(true)}>
          {t("Disable account")}
        </Button>
      </Allowed>
      {isAsking && (
        <Dialog
          title={t("Disable the account of {firstName}?", { firstName: record.firstName })}
          onClose={() => setIsAsking(false)}
        >
          {t(
            "{name} is signed out everywhere immediately and cannot sign in until the account is enabled again. Roles and history are kept.",
            { name: `${record.firstName} ${record.lastName}` },
          )}
          <DialogActions>
            <Button variant="default" onClick={() => setIsAsking(false)}>
              {t("Cancel")}
            </Button>
            <Button color="red" loading={update.isPending} onClick={() => set("disabled")}>
              {t("Disable account")}
            </Button>
          </DialogActions>
        </Dialog>
      )}
    </>
  );
}
