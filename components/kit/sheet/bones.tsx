import { t } from "@/texts/t";
import styles from "./sheet.module.css";

/** Where something is still on its way. */
export const Bones = () => (
  <div className={styles.bones} role="status" aria-label={t("Loading")}>
    {["40%", "70%", "55%", "80%"].map((width) => (
      <span key={width} style={{ width }} />
    ))}
  </div>
);
