"use client";

import { Button, Group } from "@mantine/core";
import { AskButton } from "@/components/kit/ask-button";
import { attempt } from "@/components/kit/attempt";
import type { RowOf } from "@/components/kit/resource";
import { trpc } from "@/components/kit/trpc";
import { notify } from "@/components/ui/notice";
import { etagOf } from "@/server/kit/etag.rules";

interface Props {
  companyId: string;
  role: RowOf<"companyRoles">;
  /** something was done */
  onDone: () => void;
}

/** What is done to a role as a whole: which one is the default, whether it counts, and its end. */
export function CompanyRoleState({ companyId, role, onDone }: Props) {
  const configure = trpc.companyRoleConfigurations.updateAll.useMutation();
  const remove = trpc.companyRoles.remove.useMutation();
  const restore = trpc.companyRoles.restore.useMutation();
  if (role.isDefault)
    return (
      <p>
        New people get this role where no other is chosen. To deactivate or delete it, make another role the default.
      </p>
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
      {role.isActivated && (
        <Button {...button} onClick={() => set({ isDefault: true }, `${role.title} is the default role`)}>
          Make default
        </Button>
      )}
      <Button
        {...button}
        onClick={() =>
          set({ isActivated: !role.isActivated }, role.isActivated ? "Role deactivated" : "Role activated")
        }
      >
        {role.isActivated ? "Deactivate" : "Activate"}
      </Button>
      <AskButton
        title="Delete"
        question={`Delete ${role.title}?`}
        confirm="Delete role"
        done="Role deleted"
        run={async () => {
          await remove.mutateAsync({ companyId, id: role.id, ifMatch: etagOf(role) });
          onDone();
        }}
        undo={() => restore.mutateAsync({ companyId, id: role.id })}
      >
        <p>A role can be deleted once nobody has it.</p>
      </AskButton>
    </Group>
  );
}
