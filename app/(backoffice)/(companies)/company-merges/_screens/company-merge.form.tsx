"use client";

import { Button, Group, Select } from "@mantine/core";
import { useRouter, useSearchParams } from "next/navigation";
import { type FormEvent, useState } from "react";
import { Answer } from "@/components/kit/answer";
import { AskButton } from "@/components/kit/ask-button";
import { Section } from "@/components/kit/sheet/facts";
import { trpc } from "@/components/kit/trpc";
import { useRecordLabel, useRecordSearch } from "@/components/kit/use-records";
import { t } from "@/texts/t";
import { companies } from "../../companies/company.resource";
import { companyMerges } from "../company-merge.resource";
import { MergePlan } from "./company-merge-plan.part";

interface Props {
  label: string;
  help: string;
  value: string | null;
  onChange: (id: string | null) => void;
}

/** One of the two companies, found by its name. */
function CompanyField({ label, help, value, onChange }: Props) {
  const [term, setTerm] = useState("");
  const [isOpen, setIsOpen] = useState(false);
  const current = useRecordLabel(companies, value ?? undefined);
  const { options } = useRecordSearch(companies, term === current ? "" : term, isOpen);
  const isListed = !value || options.some((option) => option.value === value);
  return (
    <Select
      label={t(label)}
      description={t(help)}
      aria-required
      data={isListed ? options : [...options, { value, label: current ?? "…" }]}
      searchable
      filter={({ options }) => options}
      nothingFoundMessage={t("No results.")}
      placeholder={t("Search")}
      onDropdownOpen={() => setIsOpen(true)}
      searchValue={term}
      onSearchChange={setTerm}
      value={value}
      onChange={onChange}
      maw={520}
      mb="md"
    />
  );
}

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
        <CompanyField
          label="Company that is given up"
          help="It is closed, and what it has becomes the other one's."
          value={from}
          onChange={(id) => choose({ from: id, into })}
        />
        <CompanyField
          label="Company that stays"
          help="It keeps its name, its settings and its e-mail texts."
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
