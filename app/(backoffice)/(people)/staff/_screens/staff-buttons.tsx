"use client";

import { Button } from "@mantine/core";
import { useState } from "react";
import { messageOf } from "@/components/kit/problem";
import type { RecordOf } from "@/components/kit/resource";
import { trpc } from "@/components/kit/trpc";
import { useMay, useViewer } from "@/components/kit/viewer";
import { Dialog, DialogActions } from "@/components/ui/dialog";
import { notify } from "@/components/ui/notice";

type StaffMember = RecordOf<"staff">;

const complain = (error: unknown) => notify(messageOf(error), { tone: "bad" });

/** Mails the invitation to who has not accepted it yet; the earlier link stops working. */
export function InviteAgainButton({ record }: { record: StaffMember }) {
  const mayWrite = useMay()("staff.write");
  const utils = trpc.useUtils();
  const invite = trpc.staff.invite.useMutation({
    onSuccess: () => notify("Invitation sent; its link works for 7 days"),
    onError: complain,
    onSettled: () => utils.invalidate(),
  });
  if (!mayWrite || record.status !== "pending") return null;
  return (
    <Button variant="default" loading={invite.isPending} onClick={() => invite.mutate({ id: record.id })}>
      Send invitation again
    </Button>
  );
}

/** Disables an account, or enables it again. */
export function AccountButton({ record }: { record: StaffMember }) {
  const mayWrite = useMay()("staff.write");
  const { id: me } = useViewer();
  const [isAsking, setIsAsking] = useState(false);
  const utils = trpc.useUtils();
  const isOff = record.status === "disabled";
  const update = trpc.staff.update.useMutation({
    onSuccess: () => notify(isOff ? "Account enabled" : "Account disabled"),
    onError: complain,
    onSettled: () => {
      setIsAsking(false);
      return utils.invalidate();
    },
  });
  if (!mayWrite || record.id === me) return null;
  const set = (status: "active" | "disabled") =>
    update.mutate({ id: record.id, status, ifMatch: `"${record.version}"` });
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
