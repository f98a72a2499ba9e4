import type { Metadata } from "next";
import Link from "next/link";
import type { ReactNode } from "react";
import { t } from "@/texts/t";
import styles from "./auth.module.css";
import { AuthFrame } from "./auth-frame";

/**
 * What browsers are told of the page of a mailed link. Its address is a secret: no page that is left from there may learn it.
 * @param title in the language of the page
 */
export const ofSecretAddress = (title: string): Metadata => ({ title, referrer: "no-referrer", robots: "noindex" });

/** Where a mailed link leads that was used, replaced or has expired; its text says what to do. */
export const DeadLink = ({ title, children }: { title: string; children: ReactNode }) => (
  <AuthFrame title={title}>
    <p className={styles.text}>{children}</p>
    <p className={styles.links}>
      <Link href="/login" prefetch={false}>
        {t("Sign in")}
      </Link>
    </p>
  </AuthFrame>
);
