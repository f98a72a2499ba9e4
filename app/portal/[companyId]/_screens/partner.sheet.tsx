"use client";

import { Button } from "@mantine/core";
import Link from "next/link";
import { type ReactNode, useState } from "react";
import { NotVerified } from "@/app/_company/not-verified.words";
import { PartnerMark } from "@/app/_company/partner.words";
import { Allowed } from "@/components/kit/allowed";
import { AskButton } from "@/components/kit/ask-button";
import { attempt } from "@/components/kit/attempt";
import { useLinks } from "@/components/kit/base";
import { TextField } from "@/components/kit/form/fields";
import { ResourceForm } from "@/components/kit/form/resource-form";
import { RowList } from "@/components/kit/list/row-list";
import { PageHeader } from "@/components/kit/page-header";
import type { RecordOf } from "@/components/kit/resource";
import { Facts, Section } from "@/components/kit/sheet/facts";
import { trpc } from "@/components/kit/trpc";
import { Dialog } from "@/components/ui/dialog";
import { notify } from "@/components/ui/notice";
import { None, When } from "@/components/ui/value";
import { CorrectPartner } from "@/server/companies/partners/company-partner/company-partner.schema";
import type { Permission } from "@/server/permissions";
import { t } from "@/texts/t";
import { dealers, subcontractors } from "../partner.resource";
import { useCompanyId } from "./company-id.hook";
import { invitationWord } from "./partner-invitation.words";
import { useReminders } from "./partner-reminder.hook";
import styles from "./portal.module.css";

type Dealer = RecordOf<"dealers">;
type Subcontractor = RecordOf<"subcontractors">;
type Kind = "dealers" | "subcontractors";

interface HeadProps {
  kind: Kind;
  record: Dealer | Subcontractor;
  children: ReactNode;
}

const writeOf: Record<Kind, Permission> = {
  dealers: "company-dealer.write",
  subcontractors: "company-subcontractor.write",
};

/** What every partner has: how it stands, whom it has, and how it is invited again or let go. */
export function PartnerFrame({ kind, record, children }: HeadProps) {
  const companyId = useCompanyId();
  const needs = writeOf[kind];
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
  const isAlive = status === "invited" || status === "accepted" || status === "to_confirm";
  const utils = trpc.useUtils();
  const remind = useReminders(kind);
  const send = () =>
    attempt(async () => {
      await resend[kind].mutateAsync({ companyId, id });
      await utils[kind].invalidate();
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
          <>
            {status === "invited" && (
              <>
                <EditInvitation kind={kind} record={record} />
                <Allowed needs={needs}>
                  {record.invitation?.canRemind && (
                    <Button variant="default" onClick={() => attempt(async () => notify(await remind([id])))}>
                      {t("Remind")}
                    </Button>
                  )}
                  <Button variant="default" loading={resend[kind].isPending} onClick={send}>
                    {t("Send invitation again")}
                  </Button>
                </Allowed>
              </>
            )}
            {acceptedEmail !== null && (
              <AskButton
                needs={needs}
                title="Confirm partner"
                isSafe
                question={t("Work with {email}?", { email: acceptedEmail })}
                confirm="Confirm partner"
                done={t("{name} is your partner now", { name: company.name })}
                run={() => confirm[kind].mutateAsync({ companyId, id, email: acceptedEmail })}
              >
                <p>{t("From now on you can hand over items, which this person and their company see.")}</p>
              </AskButton>
            )}
            {isAlive && (
              <AskButton
                needs={needs}
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
      {record.invitation && status === "invited" && <InvitationFacts invitation={record.invitation} />}
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

/** What became of the invitation: what the mail server and the page of its link tell. */
const InvitationFacts = ({ invitation }: { invitation: NonNullable<Dealer["invitation"]> }) => (
  <Section title="Invitation">
    <Facts
      facts={[
        ["State", invitationWord(invitation.state)],
        ["Sent", <When key="sent" at={invitation.sentAt} />],
        ["Delivered", <When key="delivered" at={invitation.deliveredAt} />],
        ["Page opened", <When key="opened" at={invitation.openedAt} />],
        ["Link works until", <When key="expires" at={invitation.expiresAt} />],
        ["Reminders", t("{count} of {most}", { count: invitation.remindersCount, most: 3 })],
        ["Reason", invitation.reason ?? <None key="reason" />],
      ]}
    />
  </Section>
);

/** Another name or address; a link that was mailed to the address before stops working. */
function EditInvitation({ kind, record }: { kind: Kind; record: Dealer | Subcontractor }) {
  const companyId = useCompanyId();
  const utils = trpc.useUtils();
  const [isOpen, setIsOpen] = useState(false);
  const update = {
    dealers: trpc.dealers.update.useMutation(),
    subcontractors: trpc.subcontractors.update.useMutation(),
  };
  const of = kind === "dealers" ? dealers : subcontractors;
  const { name, email } = record.company;
  return (
    <>
      <Allowed needs={writeOf[kind]}>
        <Button variant="default" onClick={() => setIsOpen(true)}>
          {t("Correct")}
        </Button>
      </Allowed>
      {isOpen && (
        <Dialog title={t("Correct the invitation of {name}", { name })} onClose={() => setIsOpen(false)} width={520}>
          <ResourceForm
            of={of}
            schema={CorrectPartner}
            values={{ name, email: email ?? "" }}
            submit="Save"
            opens={null}
            save={async (values) => {
              await update[kind].mutateAsync({ companyId, id: record.id, ...values });
              await utils[kind].invalidate();
              setIsOpen(false);
              return undefined;
            }}
          >
            {(f) => (
              <>
                <TextField {...f.name} help="The name you use for the company." />
                <TextField
                  {...f.email}
                  type="email"
                  help="A new address gets a new invitation at once. The link that was sent to the earlier one stops working."
                />
              </>
            )}
          </ResourceForm>
        </Dialog>
      )}
    </>
  );
}

export const TakeBack = ({ needs, name, run }: { needs: Permission; name: string; run: () => Promise<unknown> }) => (
  <Allowed needs={needs}>
    <Button
      size="compact-sm"
      variant="default"
      onClick={() =>
        attempt(async () => {
          await run();
          notify(t("{name} taken back", { name }));
        })
      }
    >
      {t("Take back")}
    </Button>
  </Allowed>
);

/** Whether the invitation waits for its answer, or for the confirmation of one. */
export const isOpen = (status: Dealer["status"]) => status === "invited" || status === "to_confirm";

/** Said above what is handed over as soon as the partner accepts, or is confirmed. */
export const Waits = ({ status }: { status: Dealer["status"] }) => (
  <p className={styles.waits}>
    {status === "to_confirm"
      ? t("What you prepare here is handed over when you confirm the partner. Nobody sees it before.")
      : t(
          "The partner has not accepted yet. What you prepare here is handed over when it does; nobody sees it before.",
        )}
  </p>
);

export const ImportLink = ({ of, id }: { of: typeof dealers | typeof subcontractors; id: string }) => (
  <Allowed needs={of.may.write}>
    <Button
      component={Link}
      href={`${useLinks(of).record(id)}/import`}
      prefetch={false}
      variant="default"
      size="xs"
      mb="sm"
    >
      {t("Import a file")}
    </Button>
  </Allowed>
);
