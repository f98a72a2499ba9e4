"use client";

import { Button } from "@mantine/core";
import { useState } from "react";
import { attempt } from "@/components/kit/attempt";
import type { RecordOf } from "@/components/kit/resource";
import { trpc } from "@/components/kit/trpc";
import { useMay, useViewer } from "@/components/kit/viewer";
import { Dialog, DialogActions } from "@/components/ui/dialog";
import { notify } from "@/components/ui/notice";
import { etagOf } from "@/server/kit/etag.rules";
import { staff } from "../staff.resource";

type StaffMember = RecordOf<"staff">;

/** Mails the invitation to who has not accepted it yet; the earlier link stops working. */
export function InviteAgainButton({ record }: { record: StaffMember }) {
  const mayWrite = useMay()(staff.may.write);
  const invite = trpc.staff.invite.useMutation();
  if (!mayWrite || record.status !== "pending") return null;
  const send = () =>
    attempt(async () => {
      await invite.mutateAsync({ id: record.id });
      notify("Invitation sent; its link works for 7 days");
    });
  return (
    <Button variant="default" loading={invite.isPending} onClick={send}>
      Send invitation again
    </Button>
  );
}

/** Disables an account, or enables it again. */
export function AccountButton({ record }: { record: StaffMember }) {
  const mayWrite = useMay()(staff.may.write);
  const { id: me } = useViewer();
  const [isAsking, setIsAsking] = useState(false);
  const isOff = record.status === "disabled";
  const update = trpc.staff.update.useMutation();
  if (!mayWrite || record.id === me) return null;
  const set = async (status: "active" | "disabled") => {
    await attempt(async () => {
      await update.mutateAsync({ id: record.id, status, ifMatch: etagOf(record) });
      notify(isOff ? "Account enabled" : "Account disabled");
    });
    setIsAsking(false);
  };
  if (isOff)
    return (
      <Button variant="default" loading={update.isPending} onClick={() => set("active")}>
        Enable account
      </Button>
    );
  return (
    <>
      <Button variant="default" c="var(--pd-bad)" onClick={() => setIsAsking(true)}>
        Disable account
      </Button>
      {isAsking && (
        <Dialog title={`Disable the account of ${record.firstName}?`} onClose={() => setIsAsking(false)}>
          {record.firstName} {record.lastName} is signed out everywhere at once and cannot sign in again until the
          account is enabled. Roles and history stay.
          <DialogActions>
            <Button variant="default" onClick={() => setIsAsking(false)}>
              Leave it
            </Button>
            <Button color="red" loading={update.isPending} onClick={() => set("disabled")}>
              Disable account
            </Button>
          </DialogActions>
        </Dialog>
      )}
    </>
  );
}
