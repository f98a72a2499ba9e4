"use client";

import { NewRecoveryCodes } from "@/app/_account/new-recovery-codes";
import { t } from "@/texts/t";
import styles from "../auth.module.css";

/** Asks who has just signed in, and whose recovery codes stop working with an older key of ours, to make new ones. */
export const OldCodes = ({ onDone }: { onDone: () => void }) => (
  <div className={styles.form}>
    <p className={styles.text} role="status">
      {t("Your recovery codes will soon stop working. Create new ones with the next code of your authenticator app.")}
    </p>
    <NewRecoveryCodes done="Continue" onDone={onDone} />
    <div className={styles.ways}>
      <button type="button" onClick={onDone}>
        {t("Later")}
      </button>
    </div>
  </div>
);
