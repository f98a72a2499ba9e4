"use client";

import { NativeSelect } from "@mantine/core";
import { messageOf } from "@/components/kit/problem";
import { Section } from "@/components/kit/sheet/facts";
import { trpc } from "@/components/kit/trpc";
import { useMay } from "@/components/kit/viewer";
import { notify } from "@/components/ui/notice";
import { Status } from "@/components/ui/value";
import { MembershipStatus } from "./portal-user.columns";
import styles from "./user-parts.module.css";

/** The role somebody has in each of their companies, to change where the viewer may. */
export function MemberRoleList({ userId }: { userId: string }) {
  const mayWrite = useMay()("user-role.write");
  const utils = trpc.useUtils();
  const { data, error } = trpc.userRoles.ofMember.useQuery({ userId });
  const set = trpc.userRoles.setOfMember.useMutation();
  if (error) return <p role="alert">{messageOf(error)}</p>;
  if (!data || data.items.length === 0) return null;

  const change = async (company: (typeof data.items)[number], companyRoleId: string | null) => {
    const { userCompanyId, version } = company;
    const title = company.roles.find(({ id }) => id === companyRoleId)?.title;
    try {
      await set.mutateAsync({ userCompanyId, companyRoleId, ifMatch: `"${version}"` });
      notify(title ? `${title} in ${company.companyName}` : `No role in ${company.companyName} any more`);
    } catch (error) {
      notify(messageOf(error), { tone: "bad" });
    }
    await utils.invalidate();
  };

  return (
    <Section title="Role in each company">
      <ul className={styles.list}>
        {data.items.map((company) => {
          const role = company.roles.find(({ id }) => id === company.companyRoleId);
          const refused = company.roles.filter(({ id, reason }) => reason && id !== company.companyRoleId);
          return (
            <li key={company.userCompanyId}>
              <span>
                {company.companyName} <small>{company.category}</small>
              </span>
              {company.status !== "active" && <MembershipStatus status={company.status} />}
              {mayWrite ? (
                <NativeSelect
                  aria-label={`Role in ${company.companyName}`}
                  value={company.companyRoleId ?? ""}
                  disabled={set.isPending}
                  onChange={(event) => change(company, event.currentTarget.value || null)}
                  data={[
                    { value: "", label: "No role" },
                    ...company.roles.map(({ id, title, reason }) => ({
                      ...{ value: id, label: title, disabled: reason !== null && id !== company.companyRoleId },
                    })),
                  ]}
                />
              ) : (
                <Status>{role?.title ?? "No role"}</Status>
              )}
              {mayWrite &&
                refused.map(({ id, title, reason }) => (
                  <small key={id} className={styles.reason}>
                    {title}: {reason}
                  </small>
                ))}
            </li>
          );
        })}
      </ul>
    </Section>
  );
}
