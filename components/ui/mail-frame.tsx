import styles from "./mail-frame.module.css";

/** A mail's HTML as its reader sees it, in a frame of its own that may run nothing, send nothing and lead nowhere. */
export const MailFrame = ({
  html,
  title,
  theme = "light",
}: {
  html: string;
  title: string;
  theme?: "light" | "dark";
}) => <iframe className={styles.frame} data-theme={theme} sandbox="" srcDoc={html} title={title} />;
