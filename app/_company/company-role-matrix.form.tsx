"use client";

import { Box, Button, Group } from "@mantine/core";
import { type ReactNode, useMemo, useState } from "react";
import { Answer } from "@/components/kit/answer";
import { attempt } from "@/components/kit/attempt";
import { LeaveGuard } from "@/components/kit/form/leave-guard";
import { CheckGrid } from "@/components/kit/grid/check-grid";
import { cellsOf, keyOf } from "@/components/kit/grid/check-grid.rules";
import type { RowOf } from "@/components/kit/resource";
import { Section } from "@/components/kit/sheet/facts";
import { trpc } from "@/components/kit/trpc";
import { useMay, useViewer } from "@/components/kit/viewer";
import { notify } from "@/components/ui/notice";
import { Mark } from "@/components/ui/value";
import { etagOf } from "@/server/kit/value/etag.rules";
import { t } from "@/texts/t";
import { useCompanyDoor } from "./company-door";
import { companyCatalogue } from "./company-permission.words";

type Role = RowOf<"teamRoles">;

const ofCompanies = Object.entries(companyCatalogue);

/** Edits of a grid until they are saved or discarded. */
function useEdits(save: (edits: ReadonlyMap<string, boolean>) => Promise<unknown>) {
  const [edits, setEdits] = useState<ReadonlyMap<string, boolean>>(new Map());
  const [isSaving, setIsSaving] = useState(false);
  const submit = async () => {
    setIsSaving(true);
    await attempt(async () => {
      await save(edits);
      notify(t("{count, plural, one {# change} other {# changes}} saved", { count: edits.size }));
      setEdits(new Map());
    });
    setIsSaving(false);
  };
  return { edits, setEdits, isSaving, submit };
}

/** The buttons below a grid that has edits, and the question before they are lost. */
function Foot({ edits, setEdits, isSaving, submit }: ReturnType<typeof useEdits>): ReactNode {
  if (edits.size === 0) return null;
  return (
    <Group mt="sm">
      <Button loading={isSaving} onClick={submit}>
        {t("{count, plural, one {Save # change} other {Save # changes}}", { count: edits.size })}
      </Button>
      <Button variant="subtle" color="gray" disabled={isSaving} onClick={() => setEdits(new Map())}>
        {t("Discard changes")}
      </Button>
      <LeaveGuard isDirty stays />
    </Group>
  );
}

interface Props {
  roles: Role[];
}

/** Every right that people of companies can have, what the company's category allows of it, and which role gives it. */
function Rights({ roles, ceiling }: Props & { ceiling: ReadonlySet<string> }) {
  const { companyId, roles: of } = useCompanyDoor();
  const { permissions: mine } = useViewer();
  const mayWrite = useMay()(of.may.write);
  const set = trpc[of.router].setRights.useMutation();
  const stored = useMemo(
    () => new Set(roles.flatMap(({ id, permissions }) => permissions.map((code) => keyOf(code, id)))),
    [roles],
  );
  const state = useEdits(async (edits) => {
    const cells = cellsOf(edits);
    const items = roles.flatMap((role) => {
      const own = cells.filter(({ column }) => column === role.id);
      const kept = role.permissions.filter((code) => !own.some(({ row }) => row === code));
      const added = own.flatMap(({ row, isOn }) => (isOn ? [row] : []));
      return own.length > 0
        ? [{ companyRoleId: role.id, permissions: [...kept, ...added], ifMatch: etagOf(role) }]
        : [];
    });
    await set.mutateAsync({ companyId, items });
  });
  return (
    <>
      <CheckGrid
        label="Permissions by role"
        corner="Permission"
        lead={{
          title: "Allowed by category",
          cell: ({ id }) => <Mark value={ceiling.has(id)} title="Allowed by category" />,
        }}
        rows={ofCompanies.map(([code, { label }]) => ({ id: code, title: t(label) }))}
        columns={roles.map(({ id, name: title }) => ({ id, title, isName: true }))}
        stored={stored}
        edits={state.edits}
        onEdit={state.setEdits}
        labelOf={(right, role) => t("{title}: {value}", { title: role.title, value: right.title })}
        fixed={({ id }) =>
          !ceiling.has(id)
            ? "The company's category does not allow this."
            : mine.includes(id)
              ? undefined
              : "You do not have this permission yourself."
        }
        isDisabled={state.isSaving}
        isReadOnly={!mayWrite}
      />
      <Foot {...state} />
    </>
  );
}

/** Which roles the holders of a role may give to others in the company. */
function Grants({ roles, stored }: Props & { stored: ReadonlySet<string> }) {
  const { companyId, roles: of, allowToManage } = useCompanyDoor();
  const mayWrite = useMay()(of.may.write);
  const save = trpc[allowToManage].updateAll.useMutation();
  const state = useEdits((edits) =>
    save.mutateAsync({
      companyId,
      items: cellsOf(edits).map(({ row, column, isOn }) => ({ roleManagerId: row, roleId: column, allowed: isOn })),
    }),
  );
  const lines = roles.map(({ id, name: title }) => ({ id, title, isName: true }));
  return (
    <>
      <CheckGrid
        label="Which roles can grant which roles"
        corner={
          <>
            {t("Holders of …")} <span>{t("can grant →")}</span>
          </>
        }
        rows={lines}
        columns={lines}
        stored={stored}
        edits={state.edits}
        onEdit={state.setEdits}
        labelOf={(manager, role) => t("{name} can grant {roleName}", { name: manager.title, roleName: role.title })}
        isDisabled={state.isSaving}
        isReadOnly={!mayWrite}
      />
      <Foot {...state} />
    </>
  );
}

/** The two matrices of a company's roles: what each is worth, and who may give it to others. */
export function CompanyRoleMatrices() {
  const { companyId, roles: of, allowToManage } = useCompanyDoor();
  const roles = trpc[of.router].list.useQuery({ companyId, isGetAll: true, sortBy: "title:asc" });
  const ceiling = trpc[of.router].ceiling.useQuery({ companyId });
  const pairs = trpc[allowToManage].list.useQuery({ companyId, isGetAll: true });
  if (roles.data?.items.length === 0) return null;
  return (
    <Box mt="xl">
      <Section title="Permissions of the roles">
        <Answer of={roles}>
          {({ items }) => (
            <Answer of={ceiling}>
              {(allowed) => <Rights roles={items} ceiling={new Set(allowed.items.map(({ code }) => code))} />}
            </Answer>
          )}
        </Answer>
      </Section>
      <Section title="Who can grant which role">
        <Answer of={roles}>
          {({ items }) => (
            <Answer of={pairs}>
              {(all) => (
                <Grants
                  roles={items}
                  stored={
                    new Set(all.items.flatMap((pair) => (pair.allowed ? [keyOf(pair.roleManagerId, pair.roleId)] : [])))
                  }
                />
              )}
            </Answer>
          )}
        </Answer>
      </Section>
    </Box>
  );
}
