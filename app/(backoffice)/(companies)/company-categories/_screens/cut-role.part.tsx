import { companyCatalogue } from "@/app/_company/company-permission.words";
import { Answer } from "@/components/kit/answer";
import { trpc } from "@/components/kit/trpc";
import { PlainTable } from "@/components/ui/plain-table";
import { t, tt } from "@/texts/t";

const labelOf = (code: string) => tt(companyCatalogue[code]?.label) ?? code;

/** Whose roles would lose rights by this ceiling, so that people see it before they save it. */
export function CutRoles({ id, permissions }: { id: string; permissions: string[] }) {
  const cut = trpc.companyCategories.cutBy.useQuery({ id, permissions });
  return (
    <Answer of={cut}>
      {({ totalItems, items }) =>
        totalItems === 0 ? (
          <p>{t("No company role has the permissions that this limit removes.")}</p>
        ) : (
          <section aria-label={t("Roles that lose permissions")}>
            <p role="status">
              {t(
                "{count, plural, one {# company role loses} other {# company roles lose}} permissions under this limit.",
                {
                  count: totalItems,
                },
              )}{" "}
              {items.length < totalItems && t("The first {count} are:", { count: items.length })}
            </p>
            <PlainTable heads={["Company", "Role", "Permissions it loses"]}>
              {items.map((role) => (
                <tr key={role.id}>
                  <td>{role.company.name}</td>
                  <td>{role.title}</td>
                  <td>{role.permissions.map(labelOf).join(", ")}</td>
                </tr>
              ))}
            </PlainTable>
          </section>
        )
      }
    </Answer>
  );
}
