"use client";

import { Button } from "@mantine/core";
import { useRouter } from "next/navigation";
import { Allowed } from "@/components/kit/allowed";
import { attempt } from "@/components/kit/attempt";
import { ResourceList } from "@/components/kit/list/resource-list";
import { stampColumns } from "@/components/kit/list/stamp-columns";
import { trpc } from "@/components/kit/trpc";
import { When } from "@/components/ui/value";
import { t } from "@/texts/t";
import { MissingLanguages } from "../../_screens/missing-languages.words";
import { languages } from "../../languages/language.resource";
import { privacyPolicies } from "../privacy-policy.resource";
import { PolicyStatus } from "./policy-status.words";

/** Opens the draft, which begins with the texts of the version before. */
function DraftButton() {
  const router = useRouter();
  const draft = trpc.privacyPolicies.draft.useMutation();
  const open = () =>
    attempt(async () => {
      const { id } = await draft.mutateAsync();
      router.push(privacyPolicies.record(id));
    });
  return (
    <Allowed needs={privacyPolicies.may.write}>
      <Button loading={draft.isPending} onClick={open}>
        {t("Edit the draft")}
      </Button>
    </Allowed>
  );
}

export const PrivacyPolicyList = () => (
  <ResourceList
    of={privacyPolicies}
    actions={<DraftButton />}
    columns={[
      { key: "version", sort: true, width: "140px", cell: (row) => t("Version {version}", { version: row.version }) },
      { key: "publishedAt", title: "Status", sort: true, width: "200px", cell: (row) => <PolicyStatus policy={row} /> },
      { key: "createdAt", title: "Draft created", width: "160px", cell: (row) => <When at={row.createdAt} /> },
      { key: "missingLanguageIds", cell: (row) => <MissingLanguages ids={row.missingLanguageIds} /> },
      ...stampColumns.filter(({ key }) => key !== "createdAt"),
    ]}
    filters={[{ kind: "record", name: "languageId", of: languages }]}
    empty="The privacy policy is edited as a draft and published as a version that cannot change. Start with the draft."
  />
);
