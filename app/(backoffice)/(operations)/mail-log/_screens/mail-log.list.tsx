"use client";

import { ResourceList } from "@/components/kit/list/resource-list";
import { trpc } from "@/components/kit/trpc";
import { counted } from "@/server/kit/count.rules";
import { mailLogs } from "../mail-log.resource";
import { mailLogShows } from "./mail-log.columns";

const mails = (count: number) => counted(count, "mail");

export function MailLogList() {
  const sendAgain = trpc.mailLogs.sendManyAgain.useMutation();
  const run = async (ids: string[]) => {
    const { queued, skipped } = await sendAgain.mutateAsync({ ids });
    const left = skipped > 0 ? `; ${mails(skipped)} left alone: not failed, or the code in it is too old` : "";
    return `${mails(queued)} queued${left}`;
  };
  return (
    <ResourceList
      of={mailLogs}
      {...mailLogShows}
      empty="Every mail that Persdesk sends is listed here, with the result of its delivery. None was sent so far."
      bulk={[{ title: "Send again", needs: mailLogs.may.write, run }]}
    />
  );
}
