"use client";

import { Button, Group } from "@mantine/core";
import { AskButton } from "@/components/kit/ask-button";
import { attempt } from "@/components/kit/attempt";
import { ResourceList } from "@/components/kit/list/resource-list";
import { RecordLink } from "@/components/kit/record-link";
import type { RowOf } from "@/components/kit/resource";
import { trpc } from "@/components/kit/trpc";
import { useMay } from "@/components/kit/viewer";
import { notify } from "@/components/ui/notice";
import { None, Status, type Tone, When } from "@/components/ui/value";
import { t } from "@/texts/t";
import { companies } from "../../companies/company.resource";
import { entryRequests } from "../entry-request.resource";

type EntryRequest = RowOf<"entryRequestsOfAll">;

const marks: Record<EntryRequest["status"], [Tone, string]> = {
  waiting: ["warn", "Waiting"],
  let_in: ["ok", "Let in"],
  refused: ["bad", "Refused"],
};
const options = Object.entries(marks).map(([value, [, label]]) => ({ value, label }));

function Answer({ row: { id, status, company, person } }: { row: EntryRequest }) {
  const answer = trpc.entryRequestsOfAll.answer.useMutation();
  const utils = trpc.useUtils();
  const mayWrite = useMay()("company-admin.write");
  if (status !== "waiting" || !mayWrite) return <None />;
  const name = `${person.firstName} ${person.lastName}`;
  const say = async (status: "let_in" | "refused") => {
    await answer.mutateAsync({ companyId: company.id, id, status });
    await utils.entryRequestsOfAll.invalidate();
  };
  return (
    <Group gap="xs" justify="flex-end" wrap="nowrap">
      <Button
        size="compact-sm"
        variant="default"
        loading={answer.isPending}
        onClick={() =>
          attempt(async () => {
            await say("let_in");
            notify(t("{name} belongs to {company} now", { name, company: company.name }));
          })
        }
      >
        {t("Let in")}
      </Button>
      <AskButton
        title="Refuse"
        question={t("Refuse entry to {name}?", { name })}
        confirm="Refuse"
        done={t("{name} was not let in", { name })}
        run={() => say("refused")}
      >
        <p>{t("{name} is not told, and can be invited again.", { name })}</p>
      </AskButton>
    </Group>
  );
}

/** Who asks to be let into a company, of all companies: its own admins answer, and staff where nobody does. */
export const EntryRequestList = () => (
  <ResourceList
    of={entryRequests}
    columns={[
      {
        key: "person.lastName",
        sort: true,
        cell: ({ person }) => `${person.firstName} ${person.lastName}`,
      },
      { key: "person.email", width: "220px" },
      {
        key: "company.name",
        sort: true,
        onPhone: true,
        cell: ({ company }) => (
          <RecordLink of={companies} id={company.id}>
            {company.name}
          </RecordLink>
        ),
      },
      { key: "invitedBy.company", width: "160px", cell: ({ invitedBy }) => invitedBy?.company ?? <None /> },
      {
        key: "status",
        sort: true,
        width: "120px",
        onPhone: true,
        cell: ({ status }) => <Status tone={marks[status][0]}>{t(marks[status][1])}</Status>,
      },
      { key: "createdAt", sort: true, width: "140px", cell: (row) => <When at={row.createdAt} /> },
      { key: "id", width: "190px", align: "right", onPhone: true, cell: (row) => <Answer row={row} /> },
    ]}
    filters={["name", { kind: "select", name: "status", options }]}
    href={null}
    empty="Nobody asks to be let into a company. Who was invited for a company that exists asks its administrators, who answer in their workspace."
  />
);
