"use client";

import { Button } from "@mantine/core";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { Allowed } from "@/components/kit/allowed";
import { Answer } from "@/components/kit/answer";
import { attempt } from "@/components/kit/attempt";
import { RecordLink, RecordLinks } from "@/components/kit/record-link";
import { Facts, Section } from "@/components/kit/sheet/facts";
import { trpc } from "@/components/kit/trpc";
import { useMay, useViewer } from "@/components/kit/viewer";
import { Dialog, DialogActions } from "@/components/ui/dialog";
import { notify } from "@/components/ui/notice";
import { LinkTo, Status } from "@/components/ui/value";
import { etagOf } from "@/server/kit/value/etag.rules";
import { productName } from "@/server/platform/product-name/product-name.rules";
import { Rich } from "@/texts/rich";
import { t } from "@/texts/t";
import { grantMatrix } from "../../permission-matrix/permission-matrix.resource";
import { roles } from "../../roles/role.resource";
import styles from "./user.module.css";
import { inOrder } from "./user-role.rules";

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
  const { version, promised } = query.data;
  const items = query.data.items.map((role) => ({ ...role, name: productName(role.name) }));
  const held = items.filter((role) => role.isHeld);
  const shown = mayWrite ? inOrder(items) : held;

  const change = async (role: Role, isGiven: boolean) => {
    if (set.isPending) return;
    const roleIds = held.map(({ id }) => id).filter((id) => id !== role.id);
    const ifMatch = etagOf({ version });
    await attempt(async () => {
      await set.mutateAsync({ userId, roleIds: isGiven ? [...roleIds, role.id] : roleIds, ifMatch });
      notify(isGiven ? t("{name} granted", { name: role.name }) : t("{name} removed", { name: role.name }));
    });
    setAsked(undefined);
    if (userId === me) router.refresh(); // the menus show what one may
  };

  return (
    <Section title="Roles">
      {promised.length > 0 && (
        <Facts
          facts={[
            ["Granted when the invitation is accepted", <RecordLinks key="roles" of={roles} records={promised} />],
          ]}
        />
      )}
      {items.length === 0 && <p className={styles.none}>{t("No roles exist for this type of user yet.")}</p>}
      <ul className={styles.list}>
        {shown.map((role) => (
          <li key={role.id}>
            <span>
              <RecordLink of={roles} id={role.id}>
                {role.name}
              </RecordLink>{" "}
              <small>{role.code}</small>
            </span>
            {role.isHeld && <Status tone="ok">{t("Granted")}</Status>}
            {mayWrite && role.reason && <small className={styles.reason}>{role.reason}</small>}
            {(role.mayChange || (!mayWrite && role.isHeld)) && (
              <Allowed needs="user-role.write">
                <Button
                  size="compact-sm"
                  variant="default"
                  aria-label={
                    role.isHeld ? t("Remove {name}", { name: role.name }) : t("Grant {name}", { name: role.name })
                  }
                  onClick={() => (role.isHeld && userId === me ? setAsked(role) : change(role, !role.isHeld))}
                >
                  {role.isHeld ? t("Remove") : t("Grant")}
                </Button>
              </Allowed>
            )}
          </li>
        ))}
      </ul>
      {items.length > 0 && held.length === 0 && <p className={styles.none}>{t("This person has no roles.")}</p>}
      {mayWrite && items.some((role) => !role.mayChange) && (
        <p className={styles.none}>
          <Rich
            text="The <link>grant matrix</link> defines which roles can grant which."
            parts={{ link: (words) => <LinkTo href={grantMatrix.at}>{words}</LinkTo> }}
          />
        </p>
      )}
      {asked && (
        <Dialog title={t("Remove {name} from yourself?", { name: asked.name })} onClose={() => setAsked(undefined)}>
          {t(
            "You lose the permissions that only this role gives you, and may not be able to grant it to yourself again.",
          )}
          <DialogActions>
            <Button variant="default" onClick={() => setAsked(undefined)}>
              {t("Keep it")}
            </Button>
            <Button color="red" loading={set.isPending} onClick={() => change(asked, false)}>
              {t("Remove")}
            </Button>
          </DialogActions>
        </Dialog>
      )}
    </Section>
  );
}
