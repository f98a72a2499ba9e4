"use client";

import { Button } from "@mantine/core";
import { useEffect, useMemo, useState } from "react";
import { Allowed } from "@/components/kit/allowed";
import { attempt } from "@/components/kit/attempt";
import { LeaveGuard } from "@/components/kit/form/leave-guard";
import { CheckGrid } from "@/components/kit/grid/check-grid";
import { cellsOf, keyOf } from "@/components/kit/grid/check-grid.rules";
import { ErrorState } from "@/components/kit/list/states";
import { ScreenHeader } from "@/components/kit/page-header";
import { RecordLink } from "@/components/kit/record-link";
import { trpc } from "@/components/kit/trpc";
import { useMay } from "@/components/kit/viewer";
import { notify } from "@/components/ui/notice";
import { productName } from "@/server/platform/product-name/product-name.rules";
import { t } from "@/texts/t";
import { roles as roleResource } from "../../roles/role.resource";
import { grantMatrix } from "../permission-matrix.resource";

/** Who may grant what: a row for each role that grants, a column for each that is granted; saved in one go. */
export function RoleMatrix() {
  const mayWrite = useMay()(roleResource.may.write);
  const roles = trpc.roles.list.useQuery({ isGetAll: true, sortBy: "name:asc" });
  const stored = trpc.allowManage.list.useQuery({ isGetAll: true });
  const save = trpc.allowManage.updateAll.useMutation();
  const [edits, setEdits] = useState<ReadonlyMap<string, boolean>>(new Map());
  const allowed = useMemo(
    () =>
      new Set(
        stored.data?.items.flatMap((pair) => (pair.allowed ? [keyOf(pair.roleManagerId, pair.roleId)] : [])) ?? [],
      ),
    [stored.data],
  );
  const isDirty = edits.size > 0;

  const submit = () =>
    attempt(async () => {
      const items = cellsOf(edits).map(({ row, column, isOn }) => ({
        roleManagerId: row,
        roleId: column,
        allowed: isOn,
      }));
      await save.mutateAsync({ items });
      notify(t("{count, plural, one {# change} other {# changes}} saved", { count: edits.size }));
      setEdits(new Map());
    });

  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== "s") return;
      event.preventDefault();
      if (isDirty) submit();
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  });

  const error = roles.error ?? stored.error;
  if (error) return <ErrorState what="The matrix" error={error} retry={() => [roles.refetch(), stored.refetch()]} />;
  const all = (roles.data?.items ?? []).map((role) => ({ ...role, name: productName(role.name) }));

  return (
    <>
      <ScreenHeader
        of={grantMatrix}
        actions={
          <Allowed needs={roleResource.may.write}>
            {isDirty && (
              <Button variant="subtle" color="gray" onClick={() => setEdits(new Map())}>
                {t("Discard changes")}
              </Button>
            )}
            <Button disabled={!isDirty} loading={save.isPending} onClick={submit} title={t("Ctrl S")}>
              {isDirty
                ? t("{count, plural, one {Save # change} other {Save # changes}}", { count: edits.size })
                : t("Save changes")}
            </Button>
          </Allowed>
        }
      />
      <CheckGrid
        label="Which roles can grant which roles"
        corner={
          <>
            {t("Holders of …")} <span>{t("can grant →")}</span>
          </>
        }
        rows={all.map(({ id, name }) => ({
          id,
          title: name,
          isName: true,
          content: (
            <RecordLink of={roleResource} id={id}>
              {name}
            </RecordLink>
          ),
        }))}
        columns={all.map(({ id, name }) => ({ id, title: name, isName: true }))}
        stored={allowed}
        edits={edits}
        onEdit={setEdits}
        labelOf={(manager, role) => t("{name} can grant {roleName}", { name: manager.title, roleName: role.title })}
        isDisabled={save.isPending}
        isReadOnly={!mayWrite}
      />
      <LeaveGuard isDirty={isDirty} stays />
    </>
  );
}
