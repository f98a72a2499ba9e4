"use client";

import { Button } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { AskButton } from "@/components/kit/ask-button";
import { saveFile } from "@/components/kit/files";
import type { RecordOf } from "@/components/kit/resource";
import { Facts, Section } from "@/components/kit/sheet/facts";
import { ResourceSheet } from "@/components/kit/sheet/resource-sheet";
import { trpc } from "@/components/kit/trpc";
import { useViewer } from "@/components/kit/viewer";
import { notify } from "@/components/ui/notice";
import { When } from "@/components/ui/value";
import { etagOf } from "@/server/kit/value/etag.rules";
import { t } from "@/texts/t";
import { ErasureLines } from "../../privacy/_screens/erasure-lines.part";
import { ErasurePlan } from "../../privacy/_screens/erasure-plan.button";
import { erasures } from "../erasure.resource";
import { ErasureStatus } from "./erasure.words";

type Erasure = RecordOf<"erasures">;

/** The second person looks at the plan as it is now, and confirms exactly that. */
function ConfirmButton({ erasure: { id, email } }: { erasure: Erasure }) {
  const confirm = trpc.erasures.confirm.useMutation();
  const erase = async (planHash: string) => {
    await confirm.mutateAsync({ id, planHash });
    notify(t("The person was erased"));
  };
  return (
    <ErasurePlan
      email={email ?? ""}
      trigger={(open) => (
        <Button color="red" onClick={open}>
          {t("Look at the plan and confirm")}
        </Button>
      )}
      title="Erase this person?"
      note="This cannot be undone."
      action="Erase for good"
      run={erase}
    />
  );
}

/** What was done, by whom, as a proof for the person and others. It does not say who they were. */
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
  const { id: viewerId } = useViewer();
  if (erasure.status === "done") return <CertificateButton erasure={erasure} />;
  if (erasure.status !== "requested") return null;
  return (
    <>
      <AskButton
        needs={erasures.may.write}
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
