"use client";

import { ActionIcon } from "@mantine/core";
import { IconBell } from "@tabler/icons-react";
import { Dropdown } from "@/components/ui/dropdown";
import { t } from "@/texts/t";
import { useViewer } from "../viewer";
import styles from "./inbox.module.css";
import { useInbox } from "./inbox-line";
import { InboxPanel } from "./inbox-panel";

interface Props {
  /** the platform tech whose inbox it is */
  app: "BACKOFFICE_WEB" | "PORTAL_WEB";
  align?: "left" | "right";
  side?: "top" | "bottom";
}

const most = 99;

/** A bell with the number of unread messages; a click shows the messages. */
export function InboxBell({ app, align, side }: Props) {
  const inbox = useInbox(app, useViewer().id);
  const count = inbox?.count ?? 0;
  return (
    <Dropdown
      label={t("Notifications")}
      align={align}
      side={side}
      trigger={(props) => (
        <ActionIcon
          className={styles.bell}
          aria-label={t("Notifications, {count, plural, =0 {none unread} one {# unread} other {# unread}}", { count })}
          {...props}
        >
          <IconBell size={17} stroke={1.7} />
          {count > 0 && (
            <span className={styles.badge} aria-hidden>
              {count > most ? `${most}+` : count}
            </span>
          )}
        </ActionIcon>
      )}
    >
      {() => <InboxPanel app={app} inbox={inbox} />}
    </Dropdown>
  );
}
