"use client";

import { Button } from "@mantine/core";
import { Allowed } from "@/components/kit/allowed";
import { attempt } from "@/components/kit/attempt";
import type { RowOf } from "@/components/kit/resource";
import { trpc } from "@/components/kit/trpc";
import { useMay } from "@/components/kit/viewer";
import { notify } from "@/components/ui/notice";
import { t } from "@/texts/t";
import { useCompanyId } from "./company-id.hook";
import styles from "./portal.module.css";
import { waitingIn } from "./waiting.rules";

type EntryRequest = RowOf<"entryRequests">;

/** Those who proved an address that another company invited for this one, and ask to be let in. */
export function useEntryRequests(): EntryRequest[] {
  const companyId = useCompanyId();
  const may = useMay();
  const waiting = trpc.entryRequests.rows.useQuery(waitingIn(companyId).entryRequests, {
    enabled: may("company-member.write"),
  });
  return waiting.data?.items ?? [];
}

/** One of them, with the answers there are. */
export function EntryRequestLine({ row }: { row: EntryRequest }) {
  const companyId = useCompanyId();
  const utils = trpc.useUtils();
  const answer = trpc.entryRequests.answer.useMutation();
  const { id, person, invitedBy } = row;
  const name = `${person.firstName} ${person.lastName}`;
  const say = (status: "let_in" | "refused", acceptsPartnership = false) =>
    attempt(async () => {
      await answer.mutateAsync({ companyId, id, status, acceptsPartnership });
      await Promise.all([
        utils.entryRequests.invalidate(),
        utils.manufacturers.invalidate(),
        utils.members.invalidate(),
      ]);
      notify(
        status === "let_in" ? t("{name} belongs to your company now", { name }) : t("{name} was not let in", { name }),
      );
    });
  return (
    <>
      <span>
        {invitedBy
          ? t("{name} ({email}) asks to be let in. {company} invited your company under this address.", {
              name,
              email: person.email,
              company: invitedBy.company,
            })
          : t("{name} ({email}) asks to be let in.", { name, email: person.email })}
      </span>
      <span className={styles.buttons}>
        {invitedBy?.isOpen && (
          <Allowed needs="company-manufacturer.write">
            <Button size="compact-sm" loading={answer.isPending} onClick={() => say("let_in", true)}>
              {t("Let in and work with {company}", { company: invitedBy.company })}
            </Button>
          </Allowed>
        )}
        <Button size="compact-sm" variant="default" loading={answer.isPending} onClick={() => say("let_in")}>
          {t("Let in")}
        </Button>
        <Button size="compact-sm" variant="default" loading={answer.isPending} onClick={() => say("refused")}>
          {t("Do not let in")}
        </Button>
      </span>
    </>
  );
}
