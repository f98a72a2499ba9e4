"use client";

import { Enrolment } from "@/app/_account/enrolment";
import { samePath } from "@/server/identity/session/same-origin.rules";
import { t } from "@/texts/t";
import styles from "../auth.module.css";

export const FirstEnrolment = ({ callbackUrl }: { callbackUrl?: string }) => (
  <>
    <p className={styles.text}>{t("Staff must set this up before they can continue.")}</p>
    <div className={styles.part}>
      <Enrolment done="Continue" onDone={() => window.location.assign(samePath(callbackUrl, window.location.origin))} />
    </div>
  </>
);
