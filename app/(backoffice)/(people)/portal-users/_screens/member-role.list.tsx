"use client";

import { Button, NativeSelect } from "@mantine/core";
import type { inferRouterOutputs } from "@trpc/server";
import { useState } from "react";
import { Answer } from "@/components/kit/answer";
import { attempt } from "@/components/kit/attempt";
import { Section } from "@/components/kit/sheet/facts";
import { trpc } from "@/components/kit/trpc";
import { useMay } from "@/components/kit/viewer";
import { notify } from "@/components/ui/notice";
import { Status } from "@/components/ui/value";
import { etagOf } from "@/server/kit/value/etag.rules";
import type { AppRouter } from "@/server/root";
import { t } from "@/texts/t";
import { MembershipStatus } from "./person.words";
import styles from "./user.module.css";

type Membership = inferRouterOutputs<AppRouter>["userRoles"]["ofMember"]["items"][number];

/** One company: its roles to choose from, each that the viewer may not give with the reason. */
function RoleChoice({ company }: { company: Membership }) {
  const { userCompanyId, companyName, companyRoleId, roles, version } = company;
  const [edited, setEdited] = useState<string | null>();
  const set = trpc.userRoles.setOfMember.useMutation();
  const chosen = edited === undefined ? companyRoleId : edited;
  const refused = roles.filter(({ id, reason }) => reason && id !== companyRoleId);

  const save = async () => {
    const title = roles.find(({ id }) => id === chosen)?.title;
    await attempt(async () => {
      await set.mutateAsync({ userCompanyId, companyRoleId: chosen, ifMatch: etagOf({ version }) });
      notify(
        title
          ? t("{title} in {companyName}", { title, companyName })
          : t("Role in {companyName} removed", { companyName }),
      );
    });
    setEdited(undefined);
  };
  return (
    <>
      <NativeSelect
        aria-label={t("Role in {companyName}", { companyName })}
        value={chosen ?? ""}
        onChange={(event) => setEdited(event.currentTarget.value || null)}
        data={[
          { value: "", label: t("No role") },
          ...roles.map(({ id, title, reason }) => ({
            value: id,
            label: title,
            disabled: reason !== null && id !== companyRoleId,
          })),
        ]}
      />
      {chosen !== companyRoleId && (
        <Button size="compact-sm" loading={set.isPending} onClick={save}>
          {t("Save role")}
        </Button>
      )}
      {refused.map(({ id, title, reason }) => (
        <small key={id} className={styles.reason}>
          {title}: {reason}
        </small>
      ))}
    </>
  );
}

/** The role somebody has in each of their companies, to change where the viewer may. */
export function MemberRoleList({ userId }: { userId: string }) {
  const mayWrite = useMay()("user-role.write");
  return (
    <Answer of={trpc.userRoles.ofMember.useQuery({ userId })}>
      {({ items }) =>
        items.length > 0 && (
          <Section title="Role in each company">
            <ul className={styles.list}>
              {items.map((company) => {
                const role = company.roles.find(({ id }) => id === company.companyRoleId);
                return (
                  <li key={company.userCompanyId}>
                    <span>
                      {company.companyName} <small>{company.category}</small>
                    </span>
                    {company.status !== "active" && <MembershipStatus status={company.status} />}
                    {mayWrite ? <RoleChoice company={company} /> : <Status>{role?.title ?? t("No role")}</Status>}
                  </li>
                );
              })}
            </ul>
          </Section>
        )
      }
    </Answer>
  );
}
