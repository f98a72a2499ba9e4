"use client";

import { Button, Group } from "@mantine/core";
import { kindOptions, kindWord, PartnerMark, partnerStatusOptions } from "@/app/_company/partner.words";
import { Allowed } from "@/components/kit/allowed";
import { attempt } from "@/components/kit/attempt";
import { ChildList } from "@/components/kit/list/child-list";
import { RecordLink } from "@/components/kit/record-link";
import type { RowOf } from "@/components/kit/resource";
import { trpc } from "@/components/kit/trpc";
import { notify } from "@/components/ui/notice";
import { When } from "@/components/ui/value";
import { t } from "@/texts/t";
import { companies } from "../company.resource";
import { companyLinks } from "./company-partner.words";
import { companyUsers } from "./staff-parts.words";

type Link = RowOf<"companyLinks">;

/** The companies that work for this one, and those that it works for. Companies keep their partners themselves. */
export const PartnersTab = ({ companyId }: { companyId: string }) => (
  <>
    <Waiting companyId={companyId} />
    <ChildList
      of={companyLinks}
      where={{ ofCompanyId: companyId }}
      sort="company.name:asc,linkedCompany.name:asc"
      columns={[
        { key: "company.name", sort: true, cell: (row) => <Side company={row.company} here={companyId} /> },
        { key: "linkedCompany.name", sort: true, cell: (row) => <Side company={row.linkedCompany} here={companyId} /> },
        { key: "kind", sort: true, width: "140px", cell: ({ kind }) => kindWord(kind) },
        {
          key: "status",
          sort: true,
          onPhone: true,
          width: "150px",
          cell: ({ status, invitationDate }) => (
            <PartnerMark status={status} isWaiting={status === "invited" && invitationDate === null} />
          ),
        },
        { key: "email", width: "200px" },
        { key: "invitationDate", width: "120px", cell: (row) => <When at={row.invitationDate} /> },
        { key: "createdAt", sort: true, width: "120px", cell: (row) => <When at={row.createdAt} /> },
      ]}
      filters={[
        "name",
        { kind: "select", name: "kind", options: kindOptions },
        { kind: "select", name: "status", options: partnerStatusOptions },
        { kind: "boolean", name: "isWaiting", yes: "for staff", no: "no" },
      ]}
      href={null}
      empty="This company has no partner companies."
    />
  </>
);

/** What the company invited beyond its invitations of a day, which staff let go after a look at the list. */
function Waiting({ companyId }: { companyId: string }) {
  const waiting = trpc.companyLinks.count.useQuery({ companyId, isWaiting: true });
  const send = trpc.waitingInvitations.send.useMutation();
  const count = waiting.data?.totalItems ?? 0;
  if (count === 0) return null;
  const sendAll = () =>
    attempt(async () => {
      const { sent } = await send.mutateAsync({ companyId });
      notify(t("{count, plural, one {# invitation} other {# invitations}} sent", { count: sent }));
    });
  return (
    <Group mb="sm" gap="sm">
      <span>
        {t(
          "{count, plural, one {# invitation is} other {# invitations are}} beyond the 200 a day that a company may send.",
          { count },
        )}
      </span>
      <Allowed needs={companyUsers.may.write}>
        <Button size="compact-sm" loading={send.isPending} onClick={sendAll}>
          {t("Send waiting invitations")}
        </Button>
      </Allowed>
    </Group>
  );
}

/** One side of a link: the way to the other company, and this one by its name alone. */
const Side = ({ company: { id, name }, here }: { company: Link["company"]; here: string }) =>
  id === here ? (
    name
  ) : (
    <RecordLink of={companies} id={id}>
      {name}
    </RecordLink>
  );
