"use client";

import { Button } from "@mantine/core";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { NotVerified } from "@/app/_company/not-verified.words";
import { PartnerMark, partnerStatusOptions } from "@/app/_company/partner.words";
import { Allowed } from "@/components/kit/allowed";
import { attempt } from "@/components/kit/attempt";
import { useLinks } from "@/components/kit/base";
import { TextField } from "@/components/kit/form/fields";
import { ResourceForm } from "@/components/kit/form/resource-form";
import type { BulkAction } from "@/components/kit/list/bulk-bar";
import type { Column, Filter } from "@/components/kit/list/definition";
import { ResourceList } from "@/components/kit/list/resource-list";
import { noun } from "@/components/kit/noun";
import type { RowOf } from "@/components/kit/resource";
import { trpc } from "@/components/kit/trpc";
import { Dialog } from "@/components/ui/dialog";
import { notify } from "@/components/ui/notice";
import { When } from "@/components/ui/value";
import { CreatePartner } from "@/server/companies/partners/company-partner/company-partner.schema";
import { t } from "@/texts/t";
import { dealers, subcontractors } from "../partner.resource";
import { useCompanyId } from "./company-id.hook";
import { InvitationFields, useLanguages, useOwnLanguage } from "./partner-invitation.field";
import { invitationWord } from "./partner-invitation.words";
import { useReminders } from "./partner-reminder.hook";
import styles from "./portal.module.css";

type Partner = RowOf<"dealers">;

const handedOver = ({ counts: { vehicles, pers, brands } }: Partner) =>
  [
    vehicles > 0 && t("{count, plural, one {# vehicle} other {# vehicles}}", { count: vehicles }),
    pers > 0 && t("{count, plural, one {# device} other {# devices}}", { count: pers }),
    brands > 0 && t("{count, plural, one {# brand} other {# brands}}", { count: brands }),
  ]
    .filter(Boolean)
    .join(", ") || t("Nothing yet");

const columns: Column<Partner>[] = [
  { key: "company.name", sort: "name" },
  { key: "company.registerNumber", sort: "registerNumber", width: "160px" },
  {
    key: "status",
    sort: true,
    width: "200px",
    onPhone: true,
    cell: ({ status, invitationDate, company, invitation }) => (
      <>
        <PartnerMark status={status} isWaiting={status === "invited" && invitationDate === null} />
        <NotVerified isVerified={company.isVerified} />
        {status === "invited" && invitation && invitation.state !== "waiting" && (
          <span className={styles.quiet}> {invitationWord(invitation.state)}</span>
        )}
      </>
    ),
  },
  { key: "counts", width: "200px", onPhone: true, cell: handedOver, export: ["counts.vehicles", "counts.pers"] },
  { key: "company.email", width: "220px" },
  { key: "invitationDate", sort: true, width: "150px", cell: (row) => <When at={row.invitationDate} /> },
];
const filters = [
  "name",
  { kind: "select", name: "status", options: partnerStatusOptions },
  { kind: "boolean", name: "isWaiting", yes: "for staff", no: "no" },
] as const satisfies readonly (string | Partial<Filter>)[];

interface InviteProps {
  kind: "dealers" | "subcontractors";
  onClose: () => void;
}

const writeOf = (kind: InviteProps["kind"]) =>
  kind === "dealers" ? "company-dealer.write" : "company-subcontractor.write";
const resourceOf = (kind: InviteProps["kind"]) => (kind === "dealers" ? dealers : subcontractors);

/** Invites one partner. What is answered does not tell whether somebody else knows the company. */
function InviteDialog({ kind, onClose }: InviteProps) {
  const companyId = useCompanyId();
  const router = useRouter();
  const of = resourceOf(kind);
  const links = useLinks(of);
  const create = {
    dealers: trpc.dealers.create.useMutation(),
    subcontractors: trpc.subcontractors.create.useMutation(),
  };
  return (
    <Dialog title={t("Invite a {one}", noun(of))} onClose={onClose} width={520}>
      <ResourceForm
        of={of}
        schema={CreatePartner}
        values={useOwnLanguage()}
        submit="Invite"
        opens={null}
        save={async (values) => {
          const made = await create[kind].mutateAsync({ companyId, ...values });
          onClose();
          router.push(links.record(made.id));
          return undefined;
        }}
      >
        {(f) => (
          <>
            <TextField {...f.name} help="The name you use for the company." />
            <TextField {...f.registerNumber} help="The company is found, or created, by this number." />
            <TextField
              {...f.email}
              type="email"
              help="We send the invitation there. If the company has people in Persdesk, its administrators are told too."
            />
            <InvitationFields language={f.languageId} reason={f.reason} />
          </>
        )}
      </ResourceForm>
    </Dialog>
  );
}

/** Reminds every partner who has not answered and may be reminded today. */
function RemindAll({ kind }: Pick<InviteProps, "kind">) {
  const remind = useReminders(kind);
  const [isBusy, setIsBusy] = useState(false);
  const run = async () => {
    setIsBusy(true);
    await attempt(async () => notify(await remind()));
    setIsBusy(false);
  };
  return (
    <Allowed needs={writeOf(kind)}>
      <Button variant="default" loading={isBusy} onClick={run}>
        {t("Remind all")}
      </Button>
    </Allowed>
  );
}

function Actions({ kind }: Pick<InviteProps, "kind">) {
  const [isInviting, setIsInviting] = useState(false);
  useLanguages(); // they are there when the form is opened
  const { at } = useLinks(resourceOf(kind));
  return (
    <>
      <RemindAll kind={kind} />
      <Allowed needs={writeOf(kind)}>
        <Button component={Link} href={`${at}/import`} prefetch={false} variant="default">
          {t("Import")}
        </Button>
        <Button onClick={() => setIsInviting(true)}>{t("Invite")}</Button>
      </Allowed>
      {isInviting && <InviteDialog kind={kind} onClose={() => setIsInviting(false)} />}
    </>
  );
}

/** What can be done to the chosen partners. */
function useBulk(kind: InviteProps["kind"]): BulkAction[] {
  const remind = useReminders(kind);
  return [{ title: "Remind", needs: writeOf(kind), run: remind }];
}

/** The dealers of the company. */
export const DealerList = () => (
  <ResourceList
    of={dealers}
    columns={columns}
    filters={filters}
    bulk={useBulk("dealers")}
    actions={<Actions kind="dealers" />}
    empty="A dealer sells vehicles for you and sees those that you hand over. Invite one, or import a list."
  />
);

/** The subcontractors of the company. */
export const SubcontractorList = () => (
  <ResourceList
    of={subcontractors}
    columns={columns}
    filters={filters}
    bulk={useBulk("subcontractors")}
    actions={<Actions kind="subcontractors" />}
    empty="A subcontractor services devices and sees those that you hand over. Invite one, or import a list."
  />
);
