import type { RecordOf } from "@/components/kit/resource";
import { Section } from "@/components/kit/sheet/facts";
import { LinkTo } from "@/components/ui/value";
import { moduleCodes } from "@/server/permission-modules.rules";
import { isPermission, permissionCatalogue } from "@/server/permissions";
import { t } from "@/texts/t";
import styles from "../../portal-users/_screens/user.module.css";
import { rightHolders } from "../../who-can/who-can.resource";

/** What the role lets people do, each right with the way to all who can do it, by whichever role. */
export function RoleRights({ record }: { record: RecordOf<"roles"> }) {
  const held = record.permissions.filter(isPermission);
  if (held.length === 0) return <p className={styles.none}>{t("This role has no permissions yet.")}</p>;
  return Object.entries(moduleCodes).map(([module, title]) => {
    const codes = held.filter((code) => permissionCatalogue[code].module === module);
    if (codes.length === 0) return null;
    return (
      <Section key={module} title={title}>
        <ul className={styles.list}>
          {codes.map((code) => (
            <li key={code}>
              <span>
                {t(permissionCatalogue[code].label)} <small>{code}</small>
              </span>
              <LinkTo href={rightHolders.list({ permission: code })}>{t("Who has this permission")}</LinkTo>
            </li>
          ))}
        </ul>
      </Section>
    );
  });
}
