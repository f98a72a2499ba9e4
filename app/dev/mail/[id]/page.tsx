import Link from "next/link";
import { notFound } from "next/navigation";
import { MailFrame } from "@/components/ui/mail-frame";
import { When } from "@/components/ui/value";
import { env } from "@/env/env";
import { caughtMail } from "@/server/platform/mail/mail-catcher";
import styles from "../mail.module.css";

export const dynamic = "force-dynamic";

interface Props {
  params: Promise<{ id: string }>;
  searchParams: Promise<{ as?: string }>;
}

export default async function DemoMailPage({ params, searchParams }: Props) {
  const { id } = await params;
  const mail = env.PERSDESK_DEMO ? await caughtMail(id) : undefined;
  if (!mail) notFound();
  const asText = (await searchParams).as === "text" || !mail.html;
  return (
    <main className={styles.page}>
      <title>{`${mail.subject} · Demo mailbox`}</title>
      <Link href="/dev/mail" className={styles.back}>
        Demo mailbox
      </Link>
      <h1>{mail.subject}</h1>
      <p className={styles.hint}>
        From {mail.from} to {mail.to}, <When at={mail.at} />
      </p>
      {mail.html && (
        <nav className={styles.tabs} aria-label="Forms of this mail">
          <Link href={`/dev/mail/${id}`} aria-current={asText ? undefined : "page"}>
            As it looks
          </Link>
          <Link href={`/dev/mail/${id}?as=text`} aria-current={asText ? "page" : undefined}>
            As text
          </Link>
        </nav>
      )}
      {asText ? (
        <pre className={styles.text}>{mail.text}</pre>
      ) : (
        <MailFrame html={mail.html ?? ""} title={mail.subject} />
      )}
    </main>
  );
}
