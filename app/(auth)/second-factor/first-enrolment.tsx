"use client";

import { Enrolment } from "@/app/_account/enrolment";
import { samePath } from "@/server/identity/session/same-origin.rules";
import styles from "../auth.module.css";

export const FirstEnrolment = ({ callbackUrl }: { callbackUrl?: string }) => (
  <>
    <p className={styles.text}>Staff need it before anything else.</p>
    <div className={styles.part}>
      <Enrolment done="Continue" onDone={() => window.location.assign(samePath(callbackUrl, window.location.origin))} />
    </div>
  </>
);
