"use client";

import { Button } from "@mantine/core";
import Link from "next/link";
import type { ReactNode } from "react";
import { NotVerified } from "@/app/_company/not-verified.words";
import { PartnerMark } from "@/app/_company/partner.words";
import { AskButton } from "@/components/kit/ask-button";
import { attempt } from "@/components/kit/attempt";
import { RowList } from "@/components/kit/list/row-list";
import { PageHeader } from "@/components/kit/page-header";
import type { RecordOf } from "@/components/kit/resource";
import { Facts, Section } from "@/components/kit/sheet/facts";
import { trpc } from "@/components/kit/trpc";
import { useMay } from "@/components/kit/viewer";
import { notify } from "@/components/ui/notice";
import { None, When } from "@/components/ui/value";
import { t } from "@/texts/t";
import { useCompanyId } from "./portal.list";
import styles from "./portal.module.css";

type Dealer = RecordOf<"dealers">;
type Subcontractor = RecordOf<"subcontractors">;
type Kind = "dealers" | "subcontractors";

interface HeadProps {
  kind: Kind;
  record: Dealer | Subcontractor;
  children: ReactNode;
}

/** What every partner has: how it stands, whom it has, and how it is invited again or let go. */
export function PartnerFrame({ kind, record, children }: HeadProps) {
  const companyId = useCompanyId();
  const mayWrite = useMay()(kind === "dealers" ? "company-dealer.write" : "company-subcontractor.write");
  const resend = {
    dealers: trpc.dealers.resend.useMutation(),
    subcontractors: trpc.subcontractors.resend.useMutation(),
  };
  const remove = {
    dealers: trpc.dealers.remove.useMutation(),
    subcontractors: trpc.subcontractors.remove.useMutation(),
  };
  const confirm = {
    dealers: trpc.dealers.confirm.useMutation(),
    subcontractors: trpc.subcontractors.confirm.useMutation(),
  };
  const { id, company, status, invitationDate, acceptedEmail, users } = record;
  const isOpen = status === "invited" || status === "accepted" || status === "to_confirm";
  const send = () =>
    attempt(async () => {
      await resend[kind].mutateAsync({ companyId, id });
      notify(t("Invitation sent"));
    });
  return (
    <>
      <PageHeader
        title={company.name}
        beside={
          <>
            <PartnerMark status={status} isWaiting={status === "invited" && invitationDate === null} />
            <NotVerified isVerified={company.isVerified} />
          </>
        }
        actions={
          mayWrite && (
            <>
              {status === "invited" && (
                <Button variant="default" loading={resend[kind].isPending} onClick={send}>
                  {t("Send invitation again")}
                </Button>
              )}
              {acceptedEmail !== null && (
                <AskButton
                  title="Confirm partner"
                  question={t("Work with {email}?", { email: acceptedEmail })}
                  confirm="Confirm partner"
                  done={t("{name} is your partner now", { name: company.name })}
                  run={() => confirm[kind].mutateAsync({ companyId, id, email: acceptedEmail })}
                >
                  <p>{t("From now on you can hand over items, which this person and their company see.")}</p>
                </AskButton>
              )}
              {isOpen && (
                <AskButton
                  title="End"
                  question={t("End the partnership with {name}?", { name: company.name })}
                  confirm="End"
                  done="Partnership ended"
                  run={() => remove[kind].mutateAsync({ companyId, id })}
                >
                  <p>{t("Everything you handed over is returned immediately. You can invite the company again.")}</p>
                </AskButton>
              )}
            </>
          )
        }
      />
      {acceptedEmail !== null && (
        <Section title="Accepted by somebody else">
          <p>
            {t(
              "You invited {invited}. The invitation was accepted by {accepted}, for the company with this register number. Confirm only if you know that this person belongs to it. Until then nothing can be handed over.",
              { invited: company.email ?? "", accepted: acceptedEmail },
            )}
          </p>
        </Section>
      )}
      {children}
      <Section title="About">
        <Facts
          facts={[
            ["Register number", company.registerNumber],
            ["E-mail", company.email ?? <None key="email" />],
            ["Invited", <When key="invited" at={invitationDate} />],
          ]}
        />
      </Section>
      {users.length > 0 && (
        <Section title="People">
          <RowList
            title="people"
            rows={users}
            columns={[
              { key: "lastName", title: "Name", cell: ({ firstName, lastName }) => `${firstName} ${lastName}` },
              { key: "email", title: "E-mail", onPhone: true },
            ]}
            empty=""
          />
        </Section>
      )}
    </>
  );
}

export const Waits = () => (
  <p className={styles.quiet}>{t("You can hand over items here once the partner accepts your invitation.")}</p>
);

export const ImportLink = ({ href }: { href: string }) => (
  <Button component={Link} href={href} prefetch={false} variant="default" size="xs" mb="sm">
    {t("Import a file")}
  </Button>
);
