"use client";

import { Button } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useState } from "react";
import { AskButton } from "@/components/kit/ask-button";
import { saveFile } from "@/components/kit/files";
import { messageOf } from "@/components/kit/problem";
import type { RecordOf } from "@/components/kit/resource";
import { Facts, Section } from "@/components/kit/sheet/facts";
import { ResourceSheet } from "@/components/kit/sheet/resource-sheet";
import { trpc } from "@/components/kit/trpc";
import { useMay, useViewer } from "@/components/kit/viewer";
import { Dialog, DialogActions } from "@/components/ui/dialog";
import { notify } from "@/components/ui/notice";
import { When } from "@/components/ui/value";
import { etagOf } from "@/server/kit/etag.rules";
import { t } from "@/texts/t";
import { ErasureLines } from "../../privacy/_screens/erasure-lines.list";
import { erasures } from "../erasure.resource";
import { ErasureStatus } from "./erasure.words";

type Erasure = RecordOf<"erasures">;

/** The second person looks at the plan as it is now, and confirms exactly that. */
function ConfirmButton({ erasure }: { erasure: Erasure }) {
  const plan = trpc.erasures.plan.useMutation();
  const confirm = trpc.erasures.confirm.useMutation();
  const [isOpen, setIsOpen] = useState(false);
  const [fault, setFault] = useState<string>();
  const { id, email } = erasure;
  const attemptTo = async (work: () => Promise<unknown>) => {
    setFault(undefined);
    try {
      await work();
    } catch (error) {
      setFault(messageOf(error));
    }
  };
  const look = () => {
    setIsOpen(true);
    return attemptTo(() => plan.mutateAsync({ email: email ?? "" }));
  };
  const erase = () =>
    attemptTo(async () => {
      await confirm.mutateAsync({ id, planHash: plan.data?.hash ?? "" });
      notify(t("The person was erased"));
      setIsOpen(false);
    });
  return (
    <>
      <Button color="red" onClick={look}>
        {t("Look at the plan and confirm")}
      </Button>
      {isOpen && (
        <Dialog title="Erase this person?" width={820} onClose={() => setIsOpen(false)}>
          {fault && <p role="alert">{fault}</p>}
          <p>{t("This cannot be undone.")}</p>
          {plan.data ? <ErasureLines lines={plan.data.lines} /> : !fault && <p role="status">{t("Loading…")}</p>}
          <DialogActions>
            <Button variant="default" onClick={() => setIsOpen(false)}>
              {t("Cancel")}
            </Button>
            <Button color="red" disabled={!plan.data} loading={confirm.isPending} onClick={erase}>
              {t("Erase for good")}
            </Button>
          </DialogActions>
        </Dialog>
      )}
    </>
  );
}

/** What was done, by whom: for the person, and for whoever asks for a proof. It says nothing of who they were. */
function CertificateButton({ erasure }: { erasure: Erasure }) {
  const { id, pseudonym, requestedBy, createdAt, confirmedBy, doneAt, planHash, lines } = erasure;
  const certificate = { id, pseudonym, requestedBy, requestedAt: createdAt, confirmedBy, doneAt, planHash, lines };
  const bytes = new TextEncoder().encode(JSON.stringify(certificate, null, 2));
  const file = btoa(String.fromCharCode(...bytes));
  const save = () => saveFile({ fileName: `erasure-${id}.json`, mimeType: "application/json", file });
  return (
    <Button variant="default" leftSection={<IconDownload size={15} />} onClick={save}>
      {t("Certificate")}
    </Button>
  );
}

function Actions({ erasure }: { erasure: Erasure }) {
  const cancel = trpc.erasures.cancel.useMutation();
  const may = useMay();
  const { id: viewerId } = useViewer();
  if (erasure.status === "done") return <CertificateButton erasure={erasure} />;
  if (erasure.status !== "requested" || !may(erasures.may.write)) return null;
  return (
    <>
      <AskButton
        title="Give up"
        question="Give this erasure up?"
        confirm="Give up"
        done="Erasure given up"
        run={() => cancel.mutateAsync({ id: erasure.id, ifMatch: etagOf(erasure) })}
      >
        {t("The person stays, and the request forgets their address.")}
      </AskButton>
      {viewerId !== erasure.requestedById && <ConfirmButton erasure={erasure} />}
    </>
  );
}

const Overview = ({ erasure }: { erasure: Erasure }) => (
  <>
    <Facts
      facts={[
        ...(erasure.email ? [["E-mail", erasure.email] as [string, React.ReactNode]] : []),
        ["Reason", erasure.reason],
        ["Requested by", erasure.requestedBy],
        ["Requested", <When key="requested" at={erasure.createdAt} />],
        ["Can be confirmed until", <When key="lapses" at={erasure.lapsesAt} />],
        ["Confirmed by", erasure.confirmedBy],
        ["Erased on", <When key="done" at={erasure.doneAt} />],
      ]}
    />
    {erasure.status === "requested" && (
      <p>
        {t(
          "Whoever confirms must be another person, must have had the permission for 24 hours, and must have signed in after the request.",
        )}
      </p>
    )}
    {erasure.lines.length > 0 && (
      <Section title="What was done">
        <ErasureLines lines={erasure.lines} />
      </Section>
    )}
  </>
);

export const ErasureSheet = ({ id }: { id: string }) => (
  <ResourceSheet
    of={erasures}
    id={id}
    beside={(erasure) => <ErasureStatus status={erasure.status} />}
    actions={(erasure) => <Actions erasure={erasure} />}
    overview={(erasure) => <Overview erasure={erasure} />}
  />
);
