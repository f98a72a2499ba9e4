"use client";

import { ActionIcon } from "@mantine/core";
import { IconAlertTriangle, IconCheck, IconX } from "@tabler/icons-react";
import { t } from "@/texts/t";
import { dismiss, useNotices } from "./notice";
import styles from "./notices.module.css";

/** Where notices appear; one a page, and always there, so that screen readers announce them. */
export function Notices() {
  const notices = useNotices();
  return (
    <div className={styles.notices} role="status" aria-live="polite">
      {notices.map(({ id, text, tone, action }) => (
        <div key={id} className={styles.notice} data-tone={tone}>
          {tone === "ok" ? <IconCheck size={17} /> : <IconAlertTriangle size={17} />}
          <span className={styles.text}>{text}</span>
          {action && (
            <button
              type="button"
              className={styles.action}
              onClick={() => {
                dismiss(id);
                action.run();
              }}
            >
              {action.title}
            </button>
          )}
          <ActionIcon aria-label={t("Dismiss")} size={26} onClick={() => dismiss(id)}>
            <IconX size={14} />
          </ActionIcon>
        </div>
      ))}
    </div>
  );
}
