"use client";

import { Button } from "@mantine/core";
import { messageOf } from "@/components/kit/problem";
import { trpc } from "@/components/kit/trpc";
import { t } from "@/texts/t";
import styles from "../../auth.module.css";

/** One click confirms; then the person signs in with the new address. */
export function ConfirmButton({ token }: { token: string }) {
  const confirm = trpc.emailChanges.confirm.useMutation({ onSuccess: () => window.location.assign("/login") });
  return (
    <div className={styles.form}>
      {confirm.error && (
        <p role="alert" className={styles.alert}>
          {messageOf(confirm.error)}
        </p>
      )}
      <Button
        size="md"
        fullWidth
        loading={confirm.isPending || confirm.isSuccess}
        onClick={() => confirm.mutate({ token })}
      >
        {t("Confirm this address")}
      </Button>
    </div>
  );
}
