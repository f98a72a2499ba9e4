"use client";

import { Button } from "@mantine/core";
import { useState } from "react";
import { MembershipStatus } from "@/app/(backoffice)/(people)/portal-users/_screens/person.words";
import { Allowed } from "@/components/kit/allowed";
import { attempt } from "@/components/kit/attempt";
import { ChildList } from "@/components/kit/list/child-list";
import type { ListProps } from "@/components/kit/list/resource-list";
import type { RowOf } from "@/components/kit/resource";
import { trpc } from "@/components/kit/trpc";
import { notify } from "@/components/ui/notice";
import { Mark, None, When } from "@/components/ui/value";
import { etagOf } from "@/server/kit/value/etag.rules";
import { t } from "@/texts/t";
import styles from "./company.module.css";
import { type CompanyDoor, useCompanyDoor } from "./company-door";
import { MemberRoleDialog } from "./company-invite.form";
import { EndMembershipButton } from "./end-membership.button";

type Member = RowOf<"members">;

const statuses = { invited: "Invited", active: "Active", disabled: "Ended" };
const statusOptions = Object.entries(statuses).map(([value, label]) => ({ value, label }));

/** How the people of a company are listed: its admins and members, and who is invited. */
export function membersShown({ members, personAt }: CompanyDoor): Omit<ListProps<"members">, "of"> {
  return {
    columns: [
      { key: "lastName", title: "Name", sort: true, cell: members.title, export: ["firstName", "lastName"] },
      { key: "email", sort: true, width: "220px" },
      { key: "companyRole.name", onPhone: true, sort: "companyRole", width: "150px" },
      { key: "isAdmin", width: "80px", cell: (row) => <Mark value={row.isAdmin} title="Admin" /> },
      { key: "status", onPhone: true, sort: true, width: "110px", cell: MembershipStatus },
      { key: "invitationDate", sort: true, width: "120px", cell: (row) => <When at={row.invitationDate} /> },
      { key: "entryDate", sort: true, width: "120px", cell: (row) => <When at={row.entryDate} /> },
      {
        key: "id",
        title: "Change",
        onPhone: true,
        align: "right",
        width: "290px",
        cell: (row) => <Actions member={row} />,
      },
    ],
    filters: ["name", "email", { kind: "select", name: "status", options: statusOptions }],
    href: ({ userId }) => (userId ? personAt(userId) : undefined),
    empty: "This company has no people yet. Invite its first admin.",
  };
}

/** Everybody of a company, in a tab of its sheet. */
export function PeopleTab() {
  const door = useCompanyDoor();
  return (
    <ChildList of={door.members} where={{ companyId: door.companyId }} sort="lastName:asc" {...membersShown(door)} />
  );
}

/** What can be done with the place of a member: another role, another invitation while it waits, and its end. */
function Actions({ member }: { member: Member }) {
  const { companyId, members } = useCompanyDoor();
  const [isChoosing, setIsChoosing] = useState(false);
  const resend = trpc[members.router].resend.useMutation();
  const remove = trpc[members.router].remove.useMutation();
  if (member.status === "disabled") return <None />;
  const sendAgain = () =>
    attempt(async () => {
      await resend.mutateAsync({ companyId, id: member.id });
      notify(t("Invitation sent. The link is valid for 7 days."));
    });
  return (
    <span className={styles.actions}>
      <Allowed needs={members.may.write}>
        {member.status === "invited" && (
          <Button size="compact-sm" variant="default" loading={resend.isPending} onClick={sendAgain}>
            {t("Send again")}
          </Button>
        )}
        <Button size="compact-sm" variant="default" onClick={() => setIsChoosing(true)}>
          {t("Role")}
        </Button>
      </Allowed>
      {isChoosing && <MemberRoleDialog member={member} onClose={() => setIsChoosing(false)} />}
      <EndMembershipButton
        needs={members.may.write}
        name={members.title(member)}
        run={() => remove.mutateAsync({ companyId, id: member.id, ifMatch: etagOf(member) })}
      />
    </span>
  );
}
