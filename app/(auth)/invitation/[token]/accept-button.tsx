"use client";

import { trpc } from "@/components/kit/trpc";
import { t } from "@/texts/t";
import styles from "../../auth.module.css";
import { MailedButton } from "../../mailed-button";

/** One click for who has an account and is signed in to it. */
export function AcceptButton({ token }: { token: string }) {
  const accept = trpc.invitations.accept.useMutation({
    onSuccess: ({ companyId }) => window.location.assign(companyId ? `/portal/${companyId}` : "/"),
  });
  return (
    <div className={styles.form}>
      <MailedButton
        error={accept.error}
        isPending={accept.isPending || accept.isSuccess}
        onClick={() => accept.mutate({ token })}
      >
        {t("Accept invitation")}
      </MailedButton>
    </div>
  );
}
