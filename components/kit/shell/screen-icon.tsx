import styles from "./screen-icon.module.css";

/** The icon of a screen or of an area, from its lines, as the layout has sent them. */
export const ScreenIcon = ({ lines }: { lines: string }) => (
  <svg className={styles.icon} width={17} height={17} viewBox="0 0 24 24" aria-hidden>
    <path d={lines} />
  </svg>
);
