"use client";

import { Button, Group } from "@mantine/core";
import { Allowed } from "@/components/kit/allowed";
import { attempt } from "@/components/kit/attempt";
import type { RecordOf } from "@/components/kit/resource";
import { Section } from "@/components/kit/sheet/facts";
import { trpc } from "@/components/kit/trpc";
import { notify } from "@/components/ui/notice";
import { etagOf } from "@/server/kit/value/etag.rules";
import { permissionCatalogue } from "@/server/permissions";
import { t } from "@/texts/t";
import { Rights } from "../../_fields/permission.part";
import { roles } from "../role.resource";

/** What this version of the product proposes for a role that came with it, and the way to add it; nothing where it holds all of that. */
export function RoleProposal({ record }: { record: RecordOf<"roles"> }) {
  const { id, name, version } = record;
  // A role that just changed is asked for anew.
  const { data } = trpc.roles.proposal.useQuery({ id, version }, { enabled: record.isSystem });
  const update = trpc.roles.update.useMutation();
  const permissions = data?.permissions ?? [];
  if (permissions.length === 0) return null;
  const add = () =>
    attempt(async () => {
      await update.mutateAsync({ id, permissions: [...record.permissions, ...permissions], ifMatch: etagOf(record) });
      notify(t("{count, plural, one {# permission} other {# permissions}} added", { count: permissions.length }));
    });
  return (
    <Section title="Proposed permissions">
      <p>{t("Persdesk now proposes these for {name}. The role stays as it is until you add them.", { name })}</p>
      <Rights catalogue={permissionCatalogue} codes={permissions} none="" />
      <Group mb="md">
        <Allowed needs={roles.may.write}>
          <Button loading={update.isPending} onClick={add}>
            {t("Add {count, plural, one {# permission} other {# permissions}}", { count: permissions.length })}
          </Button>
        </Allowed>
      </Group>
    </Section>
  );
}
