"use client";

import { Button } from "@mantine/core";
import { useState } from "react";
import { Allowed } from "@/components/kit/allowed";
import { attempt } from "@/components/kit/attempt";
import type { RecordOf } from "@/components/kit/resource";
import { Facts, Lines, Section } from "@/components/kit/sheet/facts";
import { ResourceSheet } from "@/components/kit/sheet/resource-sheet";
import { trpc } from "@/components/kit/trpc";
import { Dialog, DialogActions } from "@/components/ui/dialog";
import { notify } from "@/components/ui/notice";
import { None, Status, When } from "@/components/ui/value";
import { etagOf } from "@/server/kit/value/etag.rules";
import { keptDays } from "@/server/operations/contact-log/contact-log.rules";
import { appName } from "@/server/platform/product-name/product-name.rules";
import { t } from "@/texts/t";
import { contactLogs } from "../contact-log.resource";

type Log = RecordOf<"contactLogs">;

function AnonymizeButton({ log }: { log: Log }) {
  const anonymize = trpc.contactLogs.anonymize.useMutation();
  const [isAsking, setIsAsking] = useState(false);
  const run = async () => {
    const isDone = await attempt(() => anonymize.mutateAsync({ id: log.id, ifMatch: etagOf(log) }));
    if (isDone) notify(t("Contact log anonymised"));
    setIsAsking(false);
  };
  return (
    <>
      <Allowed needs={contactLogs.may.write}>
        <Button variant="default" onClick={() => setIsAsking(true)}>
          {t("Anonymise")}
        </Button>
      </Allowed>
      {isAsking && (
        <Dialog title="Anonymise this contact log?" onClose={() => setIsAsking(false)}>
          <p>{t("Address, names and message are encrypted and can no longer be seen, found or exported.")}</p>
          <p>
            {t("They can be brought back for {days} days. Then the contact log is deleted for good.", {
              days: keptDays,
            })}
          </p>
          <DialogActions>
            <Button variant="default" onClick={() => setIsAsking(false)}>
              {t("Cancel")}
            </Button>
            <Button color="red" loading={anonymize.isPending} onClick={run}>
              {t("Anonymise")}
            </Button>
          </DialogActions>
        </Dialog>
      )}
    </>
  );
}

function RevealButton({ log }: { log: Log }) {
  const reveal = trpc.contactLogs.reveal.useMutation();
  const run = () =>
    attempt(async () => {
      await reveal.mutateAsync({ id: log.id, ifMatch: etagOf(log) });
      notify(t("Contact log brought back"));
    });
  return (
    <Allowed needs="contact-log.reveal">
      <Button variant="default" loading={reveal.isPending} onClick={run}>
        {t("Bring back")}
      </Button>
    </Allowed>
  );
}

function Actions({ log }: { log: Log }) {
  return log.isAnonymized ? <RevealButton log={log} /> : <AnonymizeButton log={log} />;
}

const Overview = ({ log }: { log: Log }) => (
  <>
    <Facts
      facts={[
        ["E-mail", log.email],
        ["Name", [log.firstName, log.lastName].filter(Boolean).join(" ") || <None key="name" />],
        ["App", appName(log.platformTechKey)],
        ["Received", <When key="received" at={log.receivedAt} />],
        ...(log.isAnonymized
          ? [["Anonymised on", <When key="anonymised" at={log.anonymizedAt} />] as [string, React.ReactNode]]
          : []),
      ]}
    />
    <Section title="Message">
      <Lines>{log.content}</Lines>
    </Section>
  </>
);

export const ContactLogSheet = ({ id }: { id: string }) => (
  <ResourceSheet
    of={contactLogs}
    id={id}
    beside={(log) => (log.isAnonymized ? <Status tone="quiet">{t("Anonymised")}</Status> : null)}
    actions={(log) => <Actions log={log} />}
    overview={(log) => <Overview log={log} />}
  />
);
