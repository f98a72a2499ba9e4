"use client";

import { Button } from "@mantine/core";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { Answer } from "@/components/kit/answer";
import { attempt } from "@/components/kit/attempt";
import { RecordLink, RecordLinks } from "@/components/kit/record-link";
import { Facts, Section } from "@/components/kit/sheet/facts";
import { trpc } from "@/components/kit/trpc";
import { useMay, useViewer } from "@/components/kit/viewer";
import { Dialog, DialogActions } from "@/components/ui/dialog";
import { notify } from "@/components/ui/notice";
import { LinkTo, Status } from "@/components/ui/value";
import { etagOf } from "@/server/kit/etag.rules";
import { grantMatrix } from "../../permission-matrix/permission-matrix.resource";
import { roles } from "../../roles/role.resource";
import styles from "./user.module.css";

interface Role {
  id: string;
  code: string;
  name: string;
}

/** The roles somebody holds everywhere: to give and take those that the viewer may, and why not the others. */
export function RoleList({ userId }: { userId: string }) {
  const mayWrite = useMay()("user-role.write");
  const { id: me } = useViewer();
  const router = useRouter();
  const query = trpc.userRoles.list.useQuery({ userId });
  const set = trpc.userRoles.set.useMutation();
  const [asked, setAsked] = useState<Role>();
  if (!query.data) return <Answer of={query}>{() => null}</Answer>;
  const { items, version, promised } = query.data;
  const held = items.filter((role) => role.isHeld);
  const rank = (role: (typeof items)[number]) => (role.mayChange ? 0 : role.isHeld ? 1 : 2);
  // One list, whose order giving and taking does not change: no other button comes to lie under the pointer.
  const shown = mayWrite ? [...items].sort((a, b) => rank(a) - rank(b)) : held;

  const change = async (role: Role, isGiven: boolean) => {
    if (set.isPending) return;
    const roleIds = held.map(({ id }) => id).filter((id) => id !== role.id);
    const ifMatch = etagOf({ version });
    await attempt(async () => {
      await set.mutateAsync({ userId, roleIds: isGiven ? [...roleIds, role.id] : roleIds, ifMatch });
      notify(isGiven ? `${role.name} given` : `${role.name} taken away`);
    });
    setAsked(undefined);
    if (userId === me) router.refresh(); // the menus show what one may
  };

  return (
    <Section title="Roles">
      {promised.length > 0 && (
        <Facts
          facts={[["Given when the invitation is accepted", <RecordLinks key="roles" of={roles} records={promised} />]]}
        />
      )}
      {items.length === 0 && <p className={styles.none}>There is no role for this kind of user yet.</p>}
      <ul className={styles.list}>
        {shown.map((role) => (
          <li key={role.id}>
            <span>
              <RecordLink of={roles} id={role.id}>
                {role.name}
              </RecordLink>{" "}
              <small>{role.code}</small>
            </span>
            {role.isHeld && <Status tone="ok">Held</Status>}
            {mayWrite && role.reason && <small className={styles.reason}>{role.reason}</small>}
            {mayWrite && role.mayChange && (
              <Button
                size="compact-sm"
                variant="default"
                aria-label={role.isHeld ? `Take ${role.name} away` : `Give ${role.name}`}
                onClick={() => (role.isHeld && userId === me ? setAsked(role) : change(role, !role.isHeld))}
              >
                {role.isHeld ? "Take away" : "Give"}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {items.length > 0 && held.length === 0 && <p className={styles.none}>This person holds none.</p>}
      {mayWrite && items.some((role) => !role.mayChange) && (
        <p className={styles.none}>
          Which role may give which is set in the <LinkTo href={grantMatrix.at}>grant matrix</LinkTo>.
        </p>
      )}
      {asked && (
        <Dialog title={`Take ${asked.name} from yourself?`} onClose={() => setAsked(undefined)}>
          You lose what only this role lets you do, and may not be able to give it back to yourself.
          <DialogActions>
            <Button variant="default" onClick={() => setAsked(undefined)}>
              Keep it
            </Button>
            <Button color="red" loading={set.isPending} onClick={() => change(asked, false)}>
              Take away
            </Button>
          </DialogActions>
        </Dialog>
      )}
    </Section>
  );
}
