import type { ReactNode } from "react";
import { Logo } from "@/components/kit/shell/logo";
import { t } from "@/texts/t";
import styles from "./auth.module.css";

/** The page around everything that happens before the backoffice: the mark, a title, one card. */
export const AuthFrame = ({ title, children }: { title: string; children: ReactNode }) => (
  <div className={styles.page}>
    <main className={styles.card}>
      <header className={styles.brand}>
        <Logo size={32} />
        <span>{t("Persdesk")}</span>
      </header>
      <h1>{t(title)}</h1>
      {children}
    </main>
  </div>
);
