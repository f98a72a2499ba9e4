"use client";

import { trpc } from "@/components/kit/trpc";
import { t } from "@/texts/t";
import { RecoveryCodes } from "./recovery-codes";
import styles from "./second-factor.module.css";
import { ShortForm } from "./short-form";

/** What confirms a change of the second factor. */
export const codeField = {
  name: "code",
  label: "Code",
  type: "code",
  description: "From your authenticator app, or a recovery code.",
} as const;

/** New recovery codes in place of the earlier ones, for a code. */
export function NewRecoveryCodes({ done, onDone }: { done: string; onDone: () => void }) {
  const renew = trpc.secondFactor.renewRecoveryCodes.useMutation();
  if (renew.data) return <RecoveryCodes codes={renew.data.recoveryCodes} done={done} onDone={onDone} />;
  return (
    <div className={styles.step}>
      <p>{t("Your current codes will stop working.")}</p>
      <ShortForm
        takesFocus
        submit="Create new codes"
        fields={[codeField]}
        onSubmit={({ code = "" }) => renew.mutateAsync({ code })}
      />
    </div>
  );
}
