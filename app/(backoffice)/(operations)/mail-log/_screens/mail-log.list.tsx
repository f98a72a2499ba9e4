"use client";

import { ResourceList } from "@/components/kit/list/resource-list";
import { trpc } from "@/components/kit/trpc";
import { t } from "@/texts/t";
import { mailLogs } from "../mail-log.resource";
import { mailLogShows } from "./mail-log.columns";

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
    <ResourceList
      of={mailLogs}
      {...mailLogShows}
      empty="Every e-mail that Persdesk sends is listed here with its delivery status. None have been sent yet."
      bulk={[{ title: "Send again", needs: mailLogs.may.write, run }]}
    />
  );
}
