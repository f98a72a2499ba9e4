"use client";

import { ResourceList } from "@/components/kit/list/resource-list";
import { trpc } from "@/components/kit/trpc";
import { At } from "@/components/ui/value";
import { Rich } from "@/texts/rich";
import { t } from "@/texts/t";
import { mailLogs } from "../mail-log.resource";
import { mailLogShows } from "./mail-log.columns";
import styles from "./mail-log.module.css";

/** Says above the list since when the mail server cannot be reached, and how many mails wait for it. */
function MailOutage() {
  const { data } = trpc.mailLogs.outage.useQuery(undefined, { refetchInterval: 30_000 });
  const since = data?.since;
  if (!since) return null;
  return (
    <p className={styles.outage} role="status">
      <Rich
        text="The mail server has not been reached since <since/>. {count, plural, one {# e-mail waits} other {# e-mails wait}} for it."
        values={{ count: data.waiting }}
        parts={{ since: () => <At at={since} /> }}
      />
    </p>
  );
}

export function MailLogList() {
  const sendAgain = trpc.mailLogs.sendManyAgain.useMutation();
  const run = async (ids: string[]) => {
    const { queued, skipped } = await sendAgain.mutateAsync({ ids });
    const done = t("{count, plural, one {# e-mail} other {# e-mails}} queued.", { count: queued });
    const left = t(
      "{count, plural, one {# was skipped because it had not failed or contains an expired code.} other {# were skipped because they had not failed or contain an expired code.}}",
      { count: skipped },
    );
    return skipped > 0 ? `${done} ${left}` : done;
  };
  return (
    <>
      <MailOutage />
      <ResourceList
        of={mailLogs}
        {...mailLogShows}
        empty="Every e-mail that Persdesk sends is listed here with its delivery status. None have been sent yet."
        bulk={[{ title: "Send again", needs: mailLogs.may.write, run }]}
      />
    </>
  );
}
