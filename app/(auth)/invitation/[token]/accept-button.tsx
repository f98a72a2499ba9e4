"use client";

import { Button } from "@mantine/core";
import { messageOf } from "@/components/kit/problem";
import { trpc } from "@/components/kit/trpc";
import { t } from "@/texts/t";
import styles from "../../auth.module.css";

/** One click for who has an account and is signed in to it. */
export function AcceptButton({ token }: { token: string }) {
  const accept = trpc.invitations.accept.useMutation({
    onSuccess: ({ companyId }) => window.location.assign(companyId ? `/portal/${companyId}` : "/"),
  });
  return (
    <div className={styles.form}>
      {accept.error && (
        <p role="alert" className={styles.alert}>
          {messageOf(accept.error)}
        </p>
      )}
      <Button
        size="md"
        fullWidth
        loading={accept.isPending || accept.isSuccess}
        onClick={() => accept.mutate({ token })}
      >
        {t("Accept invitation")}
      </Button>
    </div>
  );
}
