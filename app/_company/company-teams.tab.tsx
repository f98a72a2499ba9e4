"use client";

import { Button } from "@mantine/core";
import { useState } from "react";
import { Allowed } from "@/components/kit/allowed";
import { AskButton } from "@/components/kit/ask-button";
import { ChildList } from "@/components/kit/list/child-list";
import type { RowOf } from "@/components/kit/resource";
import { trpc } from "@/components/kit/trpc";
import { useMay } from "@/components/kit/viewer";
import { etagOf } from "@/server/kit/value/etag.rules";
import { t } from "@/texts/t";
import styles from "./company.module.css";
import { useCompanyDoor } from "./company-door";
import { PilotList } from "./company-pilot.list";
import { CompanyTeamDialog } from "./company-team.form";

type Team = RowOf<"teams">;

/** The teams of a company, and the pilots of the one that is chosen. */
export function CompanyTeamsTab() {
  const { companyId, teams } = useCompanyDoor();
  const [edited, setEdited] = useState<Team | "new">();
  const [chosen, setChosen] = useState<Team>();
  return (
    <>
      <Allowed needs={teams.may.write}>
        <Button mb="sm" onClick={() => setEdited("new")}>
          {t("Create team")}
        </Button>
      </Allowed>
      {edited && (
        <CompanyTeamDialog record={edited === "new" ? undefined : edited} onClose={() => setEdited(undefined)} />
      )}
      <ChildList
        of={teams}
        where={{ companyId }}
        sort="name:asc"
        columns={[
          { key: "name", edit: true, sort: true, width: "220px" },
          { key: "description", edit: true, isLong: true },
          { key: "pilotsCount", align: "right", onPhone: true, width: "90px" },
          {
            key: "id",
            title: "Change",
            align: "right",
            onPhone: true,
            width: "240px",
            cell: (row) => (
              <Actions
                team={row}
                onEdit={() => {
                  setChosen(undefined); // its name may change
                  setEdited(row);
                }}
                onChoose={() => setChosen(row)}
                onRemoved={() => setChosen((one) => (one?.id === row.id ? undefined : one))}
              />
            ),
          },
        ]}
        filters={["name"]}
        href={null}
        empty="This company has no teams yet."
      />
      {chosen && (
        <div className={styles.chosen}>
          <PilotList key={chosen.id} team={chosen} />
        </div>
      )}
    </>
  );
}

interface ActionProps {
  team: Team;
  onEdit: () => void;
  onChoose: () => void;
  onRemoved: () => void;
}

function Actions({ team, onEdit, onChoose, onRemoved }: ActionProps) {
  const { companyId, teams, pilots } = useCompanyDoor();
  const may = useMay();
  const remove = trpc[teams.router].remove.useMutation();
  const restore = trpc[teams.router].restore.useMutation();
  return (
    <span className={styles.actions}>
      {may(pilots.may.read) && (
        <Button size="compact-sm" variant="default" onClick={onChoose}>
          {t("Pilots")}
        </Button>
      )}
      <Allowed needs={teams.may.write}>
        <Button size="compact-sm" variant="default" onClick={onEdit}>
          {t("Edit")}
        </Button>
      </Allowed>
      <AskButton
        needs={teams.may.write}
        title="Delete"
        question={t("Delete {name}?", { name: team.name })}
        confirm="Delete team"
        done="Team deleted"
        run={async () => {
          await remove.mutateAsync({ companyId, id: team.id, ifMatch: etagOf(team) });
          onRemoved();
        }}
        undo={() => restore.mutateAsync({ companyId, id: team.id })}
      >
        <p>{t("A team can be deleted once it has no pilots.")}</p>
      </AskButton>
    </span>
  );
}
