"use client";

import { Button } from "@mantine/core";
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from "react";
import { attempt } from "@/components/kit/attempt";
import { LeaveGuard } from "@/components/kit/form/leave-guard";
import { ErrorState } from "@/components/kit/list/states";
import { PageHeader } from "@/components/kit/page-header";
import { RecordLink } from "@/components/kit/record-link";
import { trpc } from "@/components/kit/trpc";
import { useMay } from "@/components/kit/viewer";
import { notify } from "@/components/ui/notice";
import { counted } from "@/server/kit/count.rules";
import { roles as roleResource } from "../../roles/role.resource";
import { grantMatrix } from "../permission-matrix.resource";
import styles from "./permission-matrix.module.css";
import { keyOf, moved, pairsOf, withEdit } from "./permission-matrix.rules";

/** Who may grant what: a row for each role that grants, a column for each that is granted; saved in one go. */
export function RoleMatrix() {
  const mayWrite = useMay()(roleResource.may.write);
  const roles = trpc.roles.list.useQuery({ isGetAll: true, sortBy: "name:asc" });
  const stored = trpc.allowManage.list.useQuery({ isGetAll: true });
  const save = trpc.allowManage.updateAll.useMutation();
  const [edits, setEdits] = useState<ReadonlyMap<string, boolean>>(new Map());
  const [at, setAt] = useState<readonly [number, number]>([0, 0]);
  const table = useRef<HTMLTableElement>(null);
  const allowed = useMemo(
    () => new Map(stored.data?.items.map((pair) => [keyOf(pair.roleManagerId, pair.roleId), pair.allowed])),
    [stored.data],
  );
  const isDirty = edits.size > 0;

  const submit = () =>
    attempt(async () => {
      await save.mutateAsync({ items: pairsOf(edits) });
      notify(`${counted(edits.size, "change")} saved`);
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
  const all = roles.data?.items ?? [];

  function move(event: KeyboardEvent) {
    const next = moved(event.key, at, all.length);
    if (!next) return;
    event.preventDefault();
    setAt(next);
    table.current?.querySelector<HTMLElement>(`[data-cell="${next.join(" ")}"]`)?.focus();
  }

  return (
    <div className={styles.page}>
      <PageHeader
        title={grantMatrix.heading}
        facts="Each row says which roles the holders of a role may give to others, and take from them."
        actions={
          mayWrite && (
            <>
              {isDirty && (
                <Button variant="subtle" color="gray" onClick={() => setEdits(new Map())}>
                  Discard changes
                </Button>
              )}
              <Button disabled={!isDirty} loading={save.isPending} onClick={submit} title="Ctrl S">
                {isDirty ? `Save ${counted(edits.size, "change")}` : "Save changes"}
              </Button>
            </>
          )
        }
      />
      <div className={styles.scroll}>
        <table ref={table} className={styles.table} aria-label="Which role may grant which role">
          <thead>
            <tr>
              <th scope="col" className={styles.corner}>
                People with … <span>may grant →</span>
              </th>
              {all.map((role) => (
                <th key={role.id} scope="col" className={styles.column} title={role.name}>
                  <span>{role.name}</span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody onKeyDown={move}>
            {all.map((manager, row) => (
              <tr key={manager.id}>
                <th scope="row" className={styles.row} title={manager.name}>
                  <RecordLink of={roleResource} id={manager.id}>
                    {manager.name}
                  </RecordLink>
                </th>
                {all.map((role, column) => {
                  const key = keyOf(manager.id, role.id);
                  const was = allowed.get(key) ?? false;
                  const is = edits.get(key) ?? was;
                  return (
                    <td key={role.id} data-edited={edits.has(key) || undefined}>
                      <label>
                        <input
                          type="checkbox"
                          data-cell={`${row} ${column}`}
                          aria-label={`${manager.name} may grant ${role.name}`}
                          tabIndex={at[0] === row && at[1] === column ? 0 : -1}
                          checked={is}
                          disabled={!mayWrite || save.isPending}
                          onFocus={() => setAt([row, column])}
                          onChange={(event) => setEdits(withEdit(edits, key, event.currentTarget.checked, was))}
                        />
                      </label>
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <LeaveGuard isDirty={isDirty} stays />
    </div>
  );
}
