"use client";

import { Button } from "@mantine/core";
import { IconArrowMerge, IconCheck } from "@tabler/icons-react";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { kindWord, PartnerMark } from "@/app/_company/partner.words";
import { Allowed } from "@/components/kit/allowed";
import { AskButton } from "@/components/kit/ask-button";
import { attempt } from "@/components/kit/attempt";
import { RecordLink } from "@/components/kit/record-link";
import type { RecordOf } from "@/components/kit/resource";
import { Facts, Section } from "@/components/kit/sheet/facts";
import { ResourceSheet } from "@/components/kit/sheet/resource-sheet";
import { trpc } from "@/components/kit/trpc";
import { notify } from "@/components/ui/notice";
import { PlainTable } from "@/components/ui/plain-table";
import { Copyable, None, When } from "@/components/ui/value";
import { etagOf } from "@/server/kit/value/etag.rules";
import { t } from "@/texts/t";
import { CompanyStatus } from "../../companies/_screens/company.words";
import { companies } from "../../companies/company.resource";
import { companyMerges } from "../../company-merges/company-merge.resource";
import { companyQueue } from "../company-queue.resource";
import { Reasons } from "./queued-company.words";

type Queued = RecordOf<"companyQueue">;

/** Staff know the company, it is another one that is there, or it is not what it says. */
function Actions({ record }: { record: Queued }) {
  const router = useRouter();
  const verify = trpc.companyQueue.verify.useMutation();
  const refuse = trpc.companyMerges.refuse.useMutation();
  const given = { id: record.id, ifMatch: etagOf(record) };
  const verifyIt = () =>
    attempt(async () => {
      await verify.mutateAsync(given);
      notify(t("Company verified"));
      router.push(companyQueue.at);
    });
  const refuseIt = async () => {
    await refuse.mutateAsync(given);
    router.push(companyQueue.at);
  };
  return (
    <>
      <AskButton
        needs="company-merge.write"
        title="Refuse"
        question={t("Refuse {name}?", { name: record.name })}
        confirm="Refuse for good"
        done="Company refused"
        run={refuseIt}
      >
        <p>
          {t(
            "Its people leave it, its partnerships end, and what was handed to it goes back. Its register number is free, and the companies that invited it get an e-mail. This cannot be undone.",
          )}
        </p>
      </AskButton>
      <Allowed needs="company-merge.write">
        <Button
          variant="default"
          component={Link}
          href={`${companyMerges.at}/new?from=${record.id}`}
          prefetch={false}
          leftSection={<IconArrowMerge size={15} />}
        >
          {t("Merge with another company")}
        </Button>
      </Allowed>
      {!record.isVerified && (
        <Allowed needs="company.write">
          <Button leftSection={<IconCheck size={15} />} loading={verify.isPending} onClick={verifyIt}>
            {t("Verify")}
          </Button>
        </Allowed>
      )}
    </>
  );
}

/** The other companies with its register number. */
const SameNumber = ({ sameNumber }: Queued) =>
  sameNumber.length > 0 && (
    <Section title="Companies with the same register number">
      <PlainTable heads={["Name", "Register number", "Status"]}>
        {sameNumber.map((other) => (
          <tr key={other.id}>
            <td>
              <RecordLink of={companies} id={other.id}>
                {other.name}
              </RecordLink>
            </td>
            <td>{other.registerNumber}</td>
            <td>
              <CompanyStatus status={other.status} />
            </td>
          </tr>
        ))}
      </PlainTable>
    </Section>
  );

/** Who invited it under which address, and who accepted. */
const Inviters = ({ inviters }: Queued) =>
  inviters.length > 0 && (
    <Section title="Invited by">
      <PlainTable heads={["Company", "Status", "Invited as", "Accepted by"]}>
        {inviters.map((link) => (
          <tr key={link.id}>
            <td>
              <RecordLink of={companies} id={link.company.id}>
                {link.company.name}
              </RecordLink>
              <div>{kindWord(link.kind)}</div>
            </td>
            <td>
              <PartnerMark status={link.status} />
              <div>
                <When at={link.invitationDate} />
              </div>
            </td>
            <td>
              {link.name}
              <div>{link.email}</div>
            </td>
            <td>{link.acceptedEmail ?? <None />}</td>
          </tr>
        ))}
      </PlainTable>
    </Section>
  );

const Overview = (record: Queued) => (
  <>
    <Facts
      facts={[
        [
          "Company",
          <RecordLink key="company" of={companies} id={record.id} tab="people">
            {t("All of this company, with its people")}
          </RecordLink>,
        ],
        ["Register number", <Copyable key="register" value={record.registerNumber} />],
        ["Category", record.category.name],
        ["E-mail", record.email ?? <None key="email" />],
        ["People", record.peopleCount],
        ["Created", <When key="created" at={record.createdAt} />],
      ]}
    />
    <SameNumber {...record} />
    <Inviters {...record} />
  </>
);

export const QueuedCompanySheet = ({ id }: { id: string }) => (
  <ResourceSheet
    of={companyQueue}
    id={id}
    beside={(record) => <Reasons {...record} />}
    facts={(record) => record.registerNumber}
    actions={(record) => <Actions record={record} />}
    overview={(record) => <Overview {...record} />}
  />
);
