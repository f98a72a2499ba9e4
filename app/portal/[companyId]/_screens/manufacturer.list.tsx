"use client";

import { Button } from "@mantine/core";
import { NotVerified } from "@/app/_company/not-verified.words";
import { kindWord, PartnerMark, partnerStatusOptions } from "@/app/_company/partner.words";
import { Allowed } from "@/components/kit/allowed";
import { AskButton } from "@/components/kit/ask-button";
import { attempt } from "@/components/kit/attempt";
import { ResourceList } from "@/components/kit/list/resource-list";
import type { RowOf } from "@/components/kit/resource";
import { trpc } from "@/components/kit/trpc";
import { notify } from "@/components/ui/notice";
import { None, When } from "@/components/ui/value";
import { t } from "@/texts/t";
import { manufacturers } from "../partner.resource";
import { useCompanyId } from "./company-id.hook";
import styles from "./portal.module.css";

type Manufacturer = RowOf<"manufacturers">;

const write = "company-manufacturer.write";

/** Accept and refuse while the invitation is open, leave once it was accepted. */
export function ManufacturerButtons({ row }: { row: Manufacturer }) {
  const companyId = useCompanyId();
  const answer = trpc.manufacturers.answer.useMutation();
  const leave = trpc.manufacturers.leave.useMutation();
  const { id, status, company } = row;
  const say = (status: "accepted" | "refused") =>
    attempt(async () => {
      const { status: now } = await answer.mutateAsync({ companyId, id, status });
      if (now === "refused") notify(t("Invitation declined"));
      else if (now === "accepted") notify(t("You now work with {name}", { name: company.name }));
      else notify(t("{name} invited another address and has to confirm yours", { name: company.name }));
    });
  if (status === "invited")
    return (
      <span className={styles.buttons}>
        <Allowed needs={write}>
          <Button size="compact-sm" loading={answer.isPending} onClick={() => say("accepted")}>
            {t("Accept")}
          </Button>
          <Button size="compact-sm" variant="default" loading={answer.isPending} onClick={() => say("refused")}>
            {t("Decline")}
          </Button>
        </Allowed>
      </span>
    );
  if (status !== "accepted" && status !== "to_confirm") return <None />;
  return (
    <AskButton
      needs={write}
      title="Leave"
      question={t("Leave {name}?", { name: company.name })}
      confirm="Leave"
      done={t("You no longer work with {name}", { name: company.name })}
      run={() => leave.mutateAsync({ companyId, id })}
    >
      <p>
        {t("Everything that {name} handed over to you is returned immediately. It can invite you again.", {
          name: company.name,
        })}
      </p>
    </AskButton>
  );
}

/** The companies that this one works for, and those that invite it. */
export const ManufacturerList = () => (
  <ResourceList
    of={manufacturers}
    columns={[
      { key: "company.name", sort: "name" },
      { key: "kind", sort: true, width: "140px", onPhone: true, cell: ({ kind }) => kindWord(kind) },
      {
        key: "status",
        sort: true,
        width: "130px",
        onPhone: true,
        cell: (row) => (
          <>
            <PartnerMark status={row.status} />
            <NotVerified isVerified={row.company.isVerified} />
          </>
        ),
      },
      { key: "invitationDate", sort: true, width: "150px", cell: (row) => <When at={row.invitationDate} /> },
      { key: "id", width: "190px", align: "right", onPhone: true, cell: (row) => <ManufacturerButtons row={row} /> },
    ]}
    filters={["name", { kind: "select", name: "status", options: partnerStatusOptions }]}
    href={null}
    empty="No company has invited yours yet. Manufacturers can find you by your register number."
  />
);
