"use client";

import { Button } from "@mantine/core";
import { useState } from "react";
import { MembershipStatus } from "@/app/(backoffice)/(people)/portal-users/_screens/person.words";
import { Allowed } from "@/components/kit/allowed";
import { ChildList } from "@/components/kit/list/child-list";
import type { RowOf } from "@/components/kit/resource";
import { Section } from "@/components/kit/sheet/facts";
import { trpc } from "@/components/kit/trpc";
import { When } from "@/components/ui/value";
import { etagOf } from "@/server/kit/value/etag.rules";
import { t } from "@/texts/t";
import styles from "./company.module.css";
import { useCompanyDoor } from "./company-door";
import { InvitePilotDialog, MovePilotDialog } from "./company-pilot.form";
import { EndMembershipButton } from "./end-membership.button";

type Pilot = RowOf<"teamPilots">;

/** The pilots of one team. */
export function PilotList({ team }: { team: RowOf<"teams"> }) {
  const { companyId, pilots, personAt } = useCompanyDoor();
  const [isInviting, setIsInviting] = useState(false);
  return (
    <Section title={t("Pilots of {name}", { name: team.name })}>
      <Allowed needs={pilots.may.write}>
        <Button mb="sm" onClick={() => setIsInviting(true)}>
          {t("Invite pilot")}
        </Button>
      </Allowed>
      {isInviting && <InvitePilotDialog team={team} onClose={() => setIsInviting(false)} />}
      <ChildList
        of={pilots}
        where={{ companyId, companyTeamId: team.id }}
        sort="user.name:asc"
        columns={[
          {
            key: "user.lastName",
            sort: "user.name",
            cell: pilots.title,
            export: ["user.firstName", "user.lastName"],
          },
          { key: "user.email", sort: true },
          { key: "user.phoneNumber", sort: true, width: "150px" },
          { key: "status", sort: "pilot.status", onPhone: true, width: "120px", cell: MembershipStatus },
          {
            key: "invitationDate",
            sort: "pilot.invitationDate",
            width: "130px",
            cell: (row) => <When at={row.invitationDate} />,
          },
          { key: "entryDate", sort: "pilot.entryDate", width: "130px", cell: (row) => <When at={row.entryDate} /> },
          {
            key: "id",
            title: "Change",
            align: "right",
            onPhone: true,
            width: "170px",
            cell: (row) => <Actions pilot={row} />,
          },
        ]}
        filters={[]}
        href={({ user }) => (user.id ? personAt(user.id) : undefined)}
        empty="This team has no pilots yet."
      />
    </Section>
  );
}

function Actions({ pilot }: { pilot: Pilot }) {
  const { companyId, pilots } = useCompanyDoor();
  const [isMoving, setIsMoving] = useState(false);
  const remove = trpc[pilots.router].remove.useMutation();
  return (
    <span className={styles.actions}>
      <Allowed needs={pilots.may.write}>
        <Button size="compact-sm" variant="default" onClick={() => setIsMoving(true)}>
          {t("Move")}
        </Button>
      </Allowed>
      {isMoving && <MovePilotDialog pilot={pilot} onClose={() => setIsMoving(false)} />}
      {pilot.status !== "disabled" && (
        <EndMembershipButton
          needs={pilots.may.write}
          name={pilots.title(pilot)}
          run={() => remove.mutateAsync({ companyId, id: pilot.id, ifMatch: etagOf(pilot) })}
        />
      )}
    </span>
  );
}
