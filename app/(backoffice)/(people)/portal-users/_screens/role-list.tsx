"use client";

import { Button } from "@mantine/core";
import { useState } from "react";
import { messageOf } from "@/components/kit/problem";
import { Bones } from "@/components/kit/sheet/bones";
import { Section } from "@/components/kit/sheet/facts";
import { trpc } from "@/components/kit/trpc";
import { useMay, useViewer } from "@/components/kit/viewer";
import { Dialog, DialogActions } from "@/components/ui/dialog";
import { notify } from "@/components/ui/notice";
import { LinkTo } from "@/components/ui/value";
import styles from "./user-parts.module.css";

/** The roles somebody holds everywhere: to give and take those that the viewer may, and why not the others. */
export function RoleList({ userId }: { userId: string }) {
  const mayWrite = useMay()("user-role.write");
  const { id: me } = useViewer();
  const utils = trpc.useUtils();
  const query = trpc.userRoles.list.useQuery({ userId });
  const set = trpc.userRoles.set.useMutation();
  const [asked, setAsked] = useState<Role>();
  if (query.error) return <p role="alert">{messageOf(query.error)}</p>;
  if (!query.data) return <Bones />;
  const { items, version } = query.data;
  const held = items.filter((role) => role.isHeld);
  const offered = items.filter((role) => !role.isHeld && role.mayChange);
  const refused = items.filter((role) => !role.isHeld && !role.mayChange);

  const change = async (role: Role, isGiven: boolean) => {
    const roleIds = held.map(({ id }) => id).filter((id) => id !== role.id);
    const ifMatch = `"${version}"`;
    try {
      await set.mutateAsync({ userId, roleIds: isGiven ? [...roleIds, role.id] : roleIds, ifMatch });
      notify(isGiven ? `${role.name} given` : `${role.name} taken away`);
    } catch (error) {
      notify(messageOf(error), { tone: "bad" });
    }
    setAsked(undefined);
    await utils.invalidate();
  };

  return (
    <Section title="Roles">
      {items.length === 0 && <p className={styles.none}>There is no role for this kind of user yet.</p>}
      {items.length > 0 && held.length === 0 && <p className={styles.none}>This person holds none.</p>}
      <ul className={styles.list}>
        {held.map((role) => (
          <RoleLine key={role.id} role={role} reason={mayWrite ? role.reason : null}>
            {mayWrite && role.mayChange && (
              <Button
                size="compact-sm"
                variant="default"
                aria-label={`Take ${role.name} away`}
                disabled={set.isPending}
                onClick={() => (userId === me ? setAsked(role) : change(role, false))}
              >
                Take away
              </Button>
            )}
          </RoleLine>
        ))}
      </ul>
      {mayWrite && offered.length > 0 && (
        <>
          <h3 className={styles.under}>Roles you may give</h3>
          <ul className={styles.list}>
            {offered.map((role) => (
              <RoleLine key={role.id} role={role} reason={null}>
                <Button
                  size="compact-sm"
                  variant="default"
                  aria-label={`Give ${role.name}`}
                  disabled={set.isPending}
                  onClick={() => change(role, true)}
                >
                  Give
                </Button>
              </RoleLine>
            ))}
          </ul>
        </>
      )}
      {mayWrite && refused.length > 0 && (
        <>
          <h3 className={styles.under}>Roles you may not give</h3>
          <p className={styles.none}>
            Which role may give which is set in the <LinkTo href="/permission-matrix">grant matrix</LinkTo>.
          </p>
          <ul className={styles.list}>
            {refused.map((role) => (
              <RoleLine key={role.id} role={role} reason={role.reason} />
            ))}
          </ul>
        </>
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

interface Role {
  id: string;
  code: string;
  name: string;
}

const RoleLine = ({ role, reason, children }: { role: Role; reason: string | null; children?: React.ReactNode }) => (
  <li>
    <span>
      <LinkTo href={`/roles/${role.id}`}>{role.name}</LinkTo> <small>{role.code}</small>
    </span>
    {reason && <small className={styles.reason}>{reason}</small>}
    {children}
  </li>
);
