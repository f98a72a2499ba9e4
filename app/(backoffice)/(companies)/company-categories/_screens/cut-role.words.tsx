import { Answer } from "@/components/kit/answer";
import { trpc } from "@/components/kit/trpc";
import { PlainTable } from "@/components/ui/plain-table";
import { counted } from "@/server/kit/count.rules";
import { isPermission, permissionCatalogue } from "@/server/permissions";

const labelOf = (code: string) => (isPermission(code) ? permissionCatalogue[code][0] : code);

/** Whose roles would lose rights by this ceiling, so that people see it before they save it. */
export function CutRoles({ id, permissions }: { id: string; permissions: string[] }) {
  const cut = trpc.companyCategories.cutBy.useQuery({ id, permissions });
  return (
    <Answer of={cut}>
      {({ totalItems, items }) =>
        totalItems === 0 ? (
          <p>No role of a company has the rights that this ceiling takes away.</p>
        ) : (
          <section aria-label="Roles that lose rights">
            <p role="status">
              {counted(totalItems, "role")} of companies {totalItems === 1 ? "loses" : "lose"} rights by this ceiling
              {items.length < totalItems && `; the first ${items.length} of them`}:
            </p>
            <PlainTable heads={["Company", "Role", "Rights it loses"]}>
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
