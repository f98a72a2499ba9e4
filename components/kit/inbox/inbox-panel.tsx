"use client";

import { ActionIcon, Button } from "@mantine/core";
import { IconMail, IconMailOpened, IconTrash } from "@tabler/icons-react";
import { keepPreviousData } from "@tanstack/react-query";
import Link from "next/link";
import { type ReactNode, useEffect, useState } from "react";
import { When } from "@/components/ui/value";
import { t } from "@/texts/t";
import { Answer } from "../answer";
import { attempt } from "../attempt";
import { trpc } from "../trpc";
import { useViewer } from "../viewer";
import styles from "./inbox.module.css";
import type { Inbox } from "./inbox-line";

const pageSize = 20;
const mostShown = 200;

interface Message {
  id: string;
  title: string;
  content: string;
  link: string | null;
  status: number;
  receivedAt: string;
}

/** A link to a page; what leads into an app of a phone leads nowhere here. */
function Way({ to, onClick, children }: { to: string | null; onClick: () => void; children: ReactNode }) {
  const url = to?.startsWith("https://") || to?.startsWith("http://") ? new URL(to) : undefined;
  if (!url) return <span>{children}</span>;
  if (url.origin === window.location.origin)
    return (
      <Link href={url.pathname + url.search + url.hash} prefetch={false} onClick={onClick}>
        {children}
      </Link>
    );
  return (
    <a href={url.href} target="_blank" rel="noopener noreferrer" onClick={onClick}>
      {children}
    </a>
  );
}

interface RowProps {
  message: Message;
  /** not under switch-to, when messages can only be read */
  mark: ((status: 1 | 2 | 3) => void) | undefined;
}

function Row({ message, mark }: RowProps) {
  const { title, content, link, status, receivedAt } = message;
  const isUnread = status === 1;
  return (
    <li className={styles.message} data-unread={isUnread || undefined}>
      <div className={styles.words}>
        <strong>
          <Way to={link} onClick={() => isUnread && mark?.(2)}>
            {title}
          </Way>
        </strong>
        <p>{content}</p>
        <small>
          <When at={receivedAt} />
        </small>
      </div>
      {mark && (
        <div className={styles.marks}>
          <ActionIcon
            aria-label={isUnread ? t("Mark “{title}” as read", { title }) : t("Mark “{title}” as unread", { title })}
            onClick={() => mark(isUnread ? 2 : 1)}
          >
            {isUnread ? <IconMailOpened size={16} /> : <IconMail size={16} />}
          </ActionIcon>
          <ActionIcon aria-label={t("Delete “{title}”", { title })} onClick={() => mark(3)}>
            <IconTrash size={16} />
          </ActionIcon>
        </div>
      )}
    </li>
  );
}

/** The person's own messages in one app, newest first. */
export function InboxPanel({ app, inbox }: { app: string; inbox: Inbox | undefined }) {
  const viewer = useViewer();
  const of = { email: viewer.email.toLowerCase(), keyPlatformTech: app };
  const [limit, setLimit] = useState(pageSize);
  const utils = trpc.useUtils();
  const messages = trpc.inbox.list.useQuery({ ...of, limit }, { placeholderData: keepPreviousData });
  const set = trpc.inbox.setStatus.useMutation();
  const { count = 0, newest } = inbox ?? {};
  // biome-ignore lint/correctness/useExhaustiveDependencies: what changed elsewhere is to be seen here
  useEffect(() => {
    void utils.inbox.list.invalidate();
  }, [count, newest?.id, utils]);
  const mark = (which: { ids: string[] } | { all: true }, status: 1 | 2 | 3) =>
    void attempt(() => set.mutateAsync({ ...of, ...which, status }));
  return (
    <div className={styles.panel}>
      <div className={styles.head}>
        <h2>{t("Notifications")}</h2>
        {count > 0 && !viewer.isActing && (
          <Button variant="subtle" size="compact-xs" loading={set.isPending} onClick={() => mark({ all: true }, 2)}>
            {t("Mark all as read")}
          </Button>
        )}
      </div>
      <Answer of={messages}>
        {({ items, meta }) => (
          <>
            {items.length === 0 && <p className={styles.none}>{t("There are no notifications for you.")}</p>}
            <ul>
              {items.map((message) => (
                <Row
                  key={message.id}
                  message={message}
                  mark={viewer.isActing ? undefined : (status) => mark({ ids: [message.id] }, status)}
                />
              ))}
            </ul>
            {meta.totalItems > items.length && limit < mostShown && (
              <Button variant="subtle" size="compact-sm" fullWidth onClick={() => setLimit(limit + pageSize)}>
                {t("Show older notifications")}
              </Button>
            )}
          </>
        )}
      </Answer>
    </div>
  );
}
