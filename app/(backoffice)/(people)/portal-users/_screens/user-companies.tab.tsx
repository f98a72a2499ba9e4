"use client";

import { Answer } from "@/components/kit/answer";
import { RowList } from "@/components/kit/list/row-list";
import { trpc } from "@/components/kit/trpc";
import { useMay } from "@/components/kit/viewer";
import { LinkTo, None, When } from "@/components/ui/value";
import { t } from "@/texts/t";
import { members } from "../../switch-to/member.resource";
import { MembershipStatus } from "./person.words";
import { InviteButton } from "./user-invite.button";

interface Props {
  userId: string;
  status: "pending" | "active" | "disabled";
}

/** The companies of a person, with the way to switch to them there. */
export const CompaniesTab = ({ userId, status }: Props) => (
  <Answer of={trpc.portalUsers.companies.useQuery({ userId })}>
    {({ items }) => (
      <>
        <RowList
          title="companies"
          rows={items.map((company) => ({ ...company, id: company.userCompanyId }))}
          columns={[
            { key: "name", title: "Company" },
            { key: "role.name", title: "Role", width: "180px" },
            { key: "status", title: "Membership", width: "120px", cell: MembershipStatus },
            { key: "entryDate", title: "Since", width: "140px", cell: (row) => <When at={row.entryDate} /> },
            {
              key: "invitationDate",
              title: "Invited",
              width: "140px",
              cell: (row) => <When at={row.invitationDate} />,
            },
            {
              key: "id",
              title: "",
              align: "right",
              width: "200px",
              cell: (row) =>
                row.status !== "active" ? (
                  <InviteButton userId={userId} userCompanyId={row.id} />
                ) : status === "active" ? (
                  <SwitchTo id={row.id} />
                ) : (
                  <None />
                ),
            },
          ]}
          empty="This person does not belong to any company."
        />
        {items.length === 0 && status === "pending" && <InviteButton userId={userId} />}
      </>
    )}
  </Answer>
);

function SwitchTo({ id }: { id: string }) {
  return useMay()(members.may.read) ? <LinkTo href={members.record(id)}>{t("Switch to")}</LinkTo> : <None />;
}
