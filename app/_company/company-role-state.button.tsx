"use client";

import { Button, Group } from "@mantine/core";
import { AskButton } from "@/components/kit/ask-button";
import { attempt } from "@/components/kit/attempt";
import type { RowOf } from "@/components/kit/resource";
import { trpc } from "@/components/kit/trpc";
import { notify } from "@/components/ui/notice";
import { etagOf } from "@/server/kit/value/etag.rules";
import { t } from "@/texts/t";
import { useCompanyDoor } from "./company-door";

interface Props {
  role: RowOf<"teamRoles">;
  /** something was done */
  onDone: () => void;
  onTranslate: () => void;
}

/** What is done to a role as a whole: which one is the default, whether it counts, and its end. */
export function CompanyRoleState({ role, onDone, onTranslate }: Props) {
  const { companyId, roles, roleConfigurations } = useCompanyDoor();
  const configure = trpc[roleConfigurations].updateAll.useMutation();
  const remove = trpc[roles.router].remove.useMutation();
  const restore = trpc[roles.router].restore.useMutation();
  const translate = (
    <Button size="compact-sm" variant="default" onClick={onTranslate}>
      {t("Translate")}
    </Button>
  );
  if (role.isDefault)
    return (
      <Group gap="xs" mb="md" wrap="nowrap" align="flex-start" justify="space-between">
        <span>
          {t(
            "New people get this role unless another one is selected. To deactivate or delete it, make another role the default.",
          )}
        </span>
        {translate}
      </Group>
    );
  const set = async (change: { isDefault?: boolean; isActivated?: boolean }, done: string) => {
    const isDone = await attempt(async () => {
      await configure.mutateAsync({ companyId, items: [{ companyRoleId: role.id, ...change }] });
      notify(done);
    });
    if (isDone) onDone();
  };
  const button = { size: "compact-sm", variant: "default", loading: configure.isPending } as const;
  return (
    <Group gap="xs" mb="md">
      {translate}
      {role.isActivated && (
        <Button
          {...button}
          onClick={() => set({ isDefault: true }, t("{name} is now the default role", { name: role.name }))}
        >
          {t("Make default")}
        </Button>
      )}
      <Button
        {...button}
        onClick={() =>
          set({ isActivated: !role.isActivated }, role.isActivated ? "Role deactivated" : "Role activated")
        }
      >
        {role.isActivated ? t("Deactivate") : t("Activate")}
      </Button>
      <AskButton
        needs={roles.may.write}
        title="Delete"
        question={t("Delete {title}?", { title: role.name })}
        confirm="Delete role"
        done="Role deleted"
        run={async () => {
          await remove.mutateAsync({ companyId, id: role.id, ifMatch: etagOf(role) });
          onDone();
        }}
        undo={() => restore.mutateAsync({ companyId, id: role.id })}
      >
        <p>{t("A role can be deleted once no one has it.")}</p>
      </AskButton>
    </Group>
  );
}
