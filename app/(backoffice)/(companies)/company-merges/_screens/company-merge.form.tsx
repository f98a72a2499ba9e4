"use client";

import { Button, Group } from "@mantine/core";
import { useRouter, useSearchParams } from "next/navigation";
import { type FormEvent, useState } from "react";
import { Answer } from "@/components/kit/answer";
import { AskButton } from "@/components/kit/ask-button";
import { RecordSelect } from "@/components/kit/record-select";
import { Section } from "@/components/kit/sheet/facts";
import { trpc } from "@/components/kit/trpc";
import { t } from "@/texts/t";
import { companies } from "../../companies/company.resource";
import { companyMerges } from "../company-merge.resource";
import { MergePlan } from "./company-merge-plan.part";

/** What the merge of these two would do, and the button that does it. */
function Planned({ fromCompanyId, intoCompanyId }: { fromCompanyId: string; intoCompanyId: string }) {
  const router = useRouter();
  const plan = trpc.companyMerges.plan.useQuery({ fromCompanyId, intoCompanyId }, { retry: false });
  const merge = trpc.companyMerges.merge.useMutation();
  return (
    <Answer of={plan}>
      {(found) => (
        <Section title="What the merge does">
          <MergePlan plan={found} />
          <AskButton
            needs="company-merge.write"
            title="Merge"
            question={t("Merge {from} into {into}?", { from: found.from.name, into: found.into.name })}
            confirm="Merge"
            done="Companies merged"
            run={async () => {
              await merge.mutateAsync({ fromCompanyId, intoCompanyId, planHash: found.planHash });
              router.push(companyMerges.at);
            }}
          >
            <p>
              {t(
                "People of the first company see everything of the other one that their roles allow. You can undo this for seven days.",
              )}
            </p>
          </AskButton>
        </Section>
      )}
    </Answer>
  );
}

interface Pair {
  from: string | null;
  into: string | null;
}

const choice = { of: companies, "aria-required": true, maw: 520, mb: "md" } as const;

/** Two companies that are one: which is given up, which stays, and what becomes of everything. */
export function CompanyMergeForm() {
  const asked = useSearchParams().get("from");
  const [{ from, into }, setPair] = useState<Pair>({ from: asked, into: null });
  const [isShown, setIsShown] = useState(false);
  const choose = (pair: Pair) => {
    setPair(pair);
    setIsShown(false);
  };
  const show = (event: FormEvent) => {
    event.preventDefault();
    setIsShown(true);
  };
  return (
    <>
      <form onSubmit={show}>
        <RecordSelect
          {...choice}
          label={t("Company that is given up")}
          description={t("It is closed, and what it has becomes the other one's.")}
          value={from}
          onChange={(id) => choose({ from: id, into })}
        />
        <RecordSelect
          {...choice}
          label={t("Company that stays")}
          description={t("It keeps its name, its settings and its e-mail texts.")}
          value={into}
          onChange={(id) => choose({ from, into: id })}
        />
        <Group gap="sm" mb="lg">
          <Button type="submit" disabled={!from || !into || isShown}>
            {t("Show the plan")}
          </Button>
          <Button variant="default" onClick={() => choose({ from: into, into: from })} disabled={!from && !into}>
            {t("Swap the two")}
          </Button>
        </Group>
      </form>
      {isShown && from && into && <Planned fromCompanyId={from} intoCompanyId={into} />}
    </>
  );
}
