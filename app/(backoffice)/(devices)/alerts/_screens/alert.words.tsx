import styles from "./alert.module.css";

/** A level as a word with its colour. */
export const LevelMark = ({ level }: { level: { name: string; color: string } }) => (
  <span className={styles.level}>
    <span className={styles.dot} style={{ background: level.color }} aria-hidden />
    {level.name}
  </span>
);
