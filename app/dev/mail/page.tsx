import Link from "next/link";
import { notFound } from "next/navigation";
import { None, When } from "@/components/ui/value";
import { env } from "@/env/env";
import { caughtMails } from "@/server/platform/mail/mail-catcher";
import styles from "./mail.module.css";

export const dynamic = "force-dynamic";

/** The demo's mailbox: every mail that Persdesk sent to anybody. There is no such page outside the demo. */
export default async function DemoMailPage() {
  if (!env.PERSDESK_DEMO) notFound();
  const mails = await caughtMails();
  return (
    <main className={styles.page}>
      <title>Demo mailbox · Persdesk</title>
      <h1>Demo mailbox</h1>
      <p className={styles.hint}>
        In the demo no mail leaves this machine: whatever Persdesk sends is shown here, newest first.
      </p>
      {mails.length === 0 ? (
        <p className={styles.empty}>No mail yet. Generate an activation PIN on a PERS device, for one.</p>
      ) : (
        <ul className={styles.list}>
          {mails.map((mail) => (
            <li key={mail.id}>
              <Link href={`/dev/mail/${mail.id}`} className={styles.mail} prefetch={false}>
                <span className={styles.subject}>{mail.subject || <None />}</span>
                <span className={styles.to}>{mail.to}</span>
                <When at={mail.at} />
              </Link>
            </li>
          ))}
        </ul>
      )}
    </main>
  );
}
