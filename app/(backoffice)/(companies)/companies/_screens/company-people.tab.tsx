"use client";

import { Button } from "@mantine/core";
import { useState } from "react";
import { MembershipStatus } from "@/app/(backoffice)/(people)/portal-users/_screens/person.words";
import { portalUsers } from "@/app/(backoffice)/(people)/portal-users/portal-user.resource";
import { AskButton } from "@/components/kit/ask-button";
import { attempt } from "@/components/kit/attempt";
import { ChildList } from "@/components/kit/list/child-list";
import type { RowOf } from "@/components/kit/resource";
import { trpc } from "@/components/kit/trpc";
import { useMay } from "@/components/kit/viewer";
import { notify } from "@/components/ui/notice";
import { Mark, None, When } from "@/components/ui/value";
import { etagOf } from "@/server/kit/etag.rules";
import { t } from "@/texts/t";
import { InviteDialog } from "./company-invite.form";
import { companyUsers } from "./company-person.words";

type Person = RowOf<"companyUsers">;

const statusOptions = ["invited", "active", "disabled"].map((value) => ({ value, label: value }));

/** The people of a company: its admins and members, and who is invited. */
export function PeopleTab({ companyId }: { companyId: string }) {
  const may = useMay();
  const mayOpen = may(portalUsers.may.read);
  const [isInviting, setIsInviting] = useState(false);
  return (
    <>
      {may(companyUsers.may.write) && (
        <Button mb="sm" onClick={() => setIsInviting(true)}>
          {t("Invite admin")}
        </Button>
      )}
      {isInviting && <InviteDialog companyId={companyId} onClose={() => setIsInviting(false)} />}
      <ChildList
        of={companyUsers}
        where={{ companyId }}
        sort="lastName:asc"
        columns={[
          { key: "lastName", sort: true, cell: companyUsers.title, export: ["firstName", "lastName"] },
          { key: "email", sort: true },
          { key: "isAdmin", width: "90px", cell: (row) => <Mark value={row.isAdmin} title="Admin" /> },
          { key: "companyRole.title", onPhone: true, sort: "companyRole", width: "160px" },
          { key: "status", onPhone: true, sort: true, width: "120px", cell: MembershipStatus },
          { key: "invitationDate", sort: true, width: "140px", cell: (row) => <When at={row.invitationDate} /> },
          { key: "entryDate", sort: true, width: "140px", cell: (row) => <When at={row.entryDate} /> },
          {
            key: "id",
            title: "Change",
            onPhone: true,
            align: "right",
            width: "230px",
            cell: (row) => <Actions person={row} />,
          },
        ]}
        filters={["name", "email", { kind: "select", name: "status", options: statusOptions }]}
        href={({ userId }) => (mayOpen ? portalUsers.record(userId) : undefined)}
        empty="This company has no people yet. Invite its first admin."
      />
    </>
  );
}

/** What can be done with the place of an admin: invite again while it waits, and end it. */
function Actions({ person }: { person: Person }) {
  const mayWrite = useMay()(companyUsers.may.write);
  const resend = trpc.companyAdmins.resend.useMutation();
  const remove = trpc.companyAdmins.remove.useMutation();
  if (!mayWrite || !person.isAdmin || person.status === "disabled") return <None />;
  const sendAgain = () =>
    attempt(async () => {
      await resend.mutateAsync({ id: person.id });
      notify(t("Invitation sent. The link is valid for 7 days."));
    });
  return (
    <>
      {person.status === "invited" && (
        <Button size="compact-sm" variant="default" mr={6} loading={resend.isPending} onClick={sendAgain}>
          {t("Send again")}
        </Button>
      )}
      <AskButton
        title="End"
        question={t("End the membership of {name}?", { name: companyUsers.title(person) })}
        confirm="End membership"
        done="Membership ended"
        run={() => remove.mutateAsync({ id: person.id, ifMatch: etagOf(person) })}
      >
        <p>
          {t("They immediately lose all permissions in {name}. Their account remains, and you can invite them again.", {
            name: person.company.name,
          })}
        </p>
      </AskButton>
    </>
  );
}
