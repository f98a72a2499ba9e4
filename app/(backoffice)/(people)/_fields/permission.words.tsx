import { Facts } from "@/components/kit/sheet/facts";
import { isPermission, moduleCodes, permissionCatalogue } from "@/server/permissions";
import styles from "./permission.module.css";

/** Rights in words, module by module. */
export function Rights({ codes, none }: { codes: readonly string[]; none: string }) {
  const held = codes.filter(isPermission);
  if (held.length === 0) return <p>{none}</p>;
  const modules = Object.entries(moduleCodes)
    .map(([module, title]) => ({ title, codes: held.filter((code) => permissionCatalogue[code][1] === module) }))
    .filter(({ codes }) => codes.length > 0);
  return (
    <Facts
      facts={modules.map(({ title, codes }) => [
        title,
        <ul key={title} className={styles.rights}>
          {codes.map((code) => (
            <li key={code}>{permissionCatalogue[code][0]}</li>
          ))}
        </ul>,
      ])}
    />
  );
}
