"use client";

import { Button } from "@mantine/core";
import { Allowed } from "@/components/kit/allowed";
import { attempt } from "@/components/kit/attempt";
import type { RecordOf } from "@/components/kit/resource";
import { Facts, Section } from "@/components/kit/sheet/facts";
import { ResourceSheet } from "@/components/kit/sheet/resource-sheet";
import { trpc } from "@/components/kit/trpc";
import { MailFrame } from "@/components/ui/mail-frame";
import { notify } from "@/components/ui/notice";
import { At, LinkTo, When } from "@/components/ui/value";
import { etagOf } from "@/server/kit/value/etag.rules";
import { moduleTitle } from "@/server/permission-modules.rules";
import { mailNames } from "@/server/platform/mail/mail-catalogue.rules";
import { t } from "@/texts/t";
import { mailLogs } from "../mail-log.resource";
import styles from "./mail-log.module.css";
import { MailStatus } from "./mail-log.words";

type Mail = RecordOf<"mailLogs">;
type Fact = [string, React.ReactNode];

function SendAgainButton({ mail }: { mail: Mail }) {
  const sendAgain = trpc.mailLogs.sendAgain.useMutation();
  if (mail.status !== "fail") return null;
  const run = () =>
    attempt(async () => {
      await sendAgain.mutateAsync({ id: mail.id, ifMatch: etagOf(mail) });
      notify(t("E-mail queued"));
    });
  return (
    <Allowed needs={mailLogs.may.write}>
      <Button loading={sendAgain.isPending} onClick={run}>
        {t("Send again")}
      </Button>
    </Allowed>
  );
}

const Overview = ({ mail }: { mail: Mail }) => (
  <>
    <Facts
      facts={[
        [
          "To",
          <LinkTo key="to" href={mailLogs.list({ recipient: mail.recipient })}>
            {mail.recipient}
          </LinkTo>,
        ],
        ["From", mail.sender],
        ["Template", t(mailNames[mail.templateCode] ?? mail.templateCode)],
        ["Module", moduleTitle(mail.module)],
        ["Created", <When key="written" at={mail.createdAt} />],
        ["Sent", <When key="sent" at={mail.sentAt} />],
        ["Attempts", String(mail.tries)],
        ...(mail.unreachableSince
          ? [["Mail server not reached since", <At key="away" at={mail.unreachableSince} />] as Fact]
          : []),
        ...(mail.expiresAt && mail.status !== "done"
          ? [["Code or link valid until", <At key="expires" at={mail.expiresAt} />] as Fact]
          : []),
        ...(mail.lastError
          ? [
              [
                "Last error",
                <span key="error" className={styles.error}>
                  {mail.lastError}
                </span>,
              ] as Fact,
            ]
          : []),
      ]}
    />
    {mail.html && (
      <Section title="Preview">
        <MailFrame html={mail.html} title={mail.subject} />
      </Section>
    )}
    <Section title="Plain text">
      <pre className={styles.text}>{mail.body}</pre>
    </Section>
  </>
);

export const MailLogSheet = ({ id }: { id: string }) => (
  <ResourceSheet
    of={mailLogs}
    id={id}
    beside={(mail) => <MailStatus status={mail.status} />}
    actions={(mail) => <SendAgainButton mail={mail} />}
    overview={(mail) => <Overview mail={mail} />}
  />
);
