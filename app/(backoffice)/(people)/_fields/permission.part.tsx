import { Facts } from "@/components/kit/sheet/facts";
import { moduleCodes, type PermissionEntry } from "@/server/permission-modules.rules";
import { tt } from "@/texts/t";
import styles from "./permission.module.css";

interface Props {
  codes: readonly string[];
  none: string;
  catalogue: Readonly<Record<string, PermissionEntry>>;
}

/** Rights in words, module by module. */
export function Rights({ codes, none, catalogue }: Props) {
  const held = codes.filter((code) => catalogue[code]);
  if (held.length === 0) return <p>{none}</p>;
  const modules = Object.entries(moduleCodes)
    .map(([module, title]) => ({ title, codes: held.filter((code) => catalogue[code]?.module === module) }))
    .filter(({ codes }) => codes.length > 0);
  return (
    <Facts
      facts={modules.map(({ title, codes }) => [
        title,
        <ul key={title} className={styles.rights}>
          {codes.map((code) => (
            <li key={code}>{tt(catalogue[code]?.label)}</li>
          ))}
        </ul>,
      ])}
    />
  );
}
