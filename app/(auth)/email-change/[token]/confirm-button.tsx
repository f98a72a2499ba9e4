"use client";

import { trpc } from "@/components/kit/trpc";
import { t } from "@/texts/t";
import styles from "../../auth.module.css";
import { MailedButton } from "../../mailed-button";

/** One click confirms; then the person signs in with the new address. */
export function ConfirmButton({ token }: { token: string }) {
  const confirm = trpc.emailChanges.confirm.useMutation({ onSuccess: () => window.location.assign("/login") });
  return (
    <div className={styles.form}>
      <MailedButton
        error={confirm.error}
        isPending={confirm.isPending || confirm.isSuccess}
        onClick={() => confirm.mutate({ token })}
      >
        {t("Confirm this address")}
      </MailedButton>
    </div>
  );
}
