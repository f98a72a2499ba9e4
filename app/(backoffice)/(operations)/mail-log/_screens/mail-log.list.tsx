"use client";

import { ResourceList } from "@/components/kit/list/resource-list";
import { trpc } from "@/components/kit/trpc";
import { mailLogList } from "./mail-log.columns";

const mails = (count: number) => (count === 1 ? "1 mail" : `${count} mails`);

export function MailLogList() {
  const utils = trpc.useUtils();
  const sendAgain = trpc.mailLogs.sendManyAgain.useMutation();
  const run = async (ids: string[]) => {
    const { queued, skipped } = await sendAgain.mutateAsync({ ids });
    await utils.mailLogs.invalidate();
    const left = skipped > 0 ? `; ${mails(skipped)} left alone: not failed, or the code in it is too old` : "";
    return `${mails(queued)} queued${left}`;
  };
  return (
    <ResourceList
      list={mailLogList}
      title="Mail log"
      empty="Every mail that Persdesk sends is listed here, with how its delivery went. None was sent so far."
      href={(row) => `/mail-log/${row.id}`}
      bulk={[{ title: "Send again", needs: "mail-log.write", run }]}
    />
  );
}
