import styles from "./mail-frame.module.css";

/** A mail's HTML as its reader sees it, in a frame of its own that may run nothing, send nothing and lead nowhere. */
export const MailFrame = ({ html, title }: { html: string; title: string }) => (
  <iframe className={styles.frame} sandbox="" srcDoc={html} title={title} />
);
