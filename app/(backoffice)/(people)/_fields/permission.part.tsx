import { moduleCodes, type PermissionEntry } from "@/server/permission-modules.rules";
import { t, tt } from "@/texts/t";
import styles from "./permission.module.css";

interface Props {
  codes: readonly string[];
  none: string;
  catalogue: Readonly<Record<string, PermissionEntry>>;
}

/** Rights in words, module by module. */
export function Rights({ codes, none, catalogue }: Props) {
  const held = codes.filter((code) => catalogue[code]);
  if (held.length === 0) return <p>{t(none)}</p>;
  const modules = Object.entries(moduleCodes)
    .map(([module, title]) => ({ title, codes: held.filter((code) => catalogue[code]?.module === module) }))
    .filter(({ codes }) => codes.length > 0);
  return (
    <div className={styles.modules}>
      {modules.map(({ title, codes }) => (
        <section key={title}>
          <h3>{t(title)}</h3>
          <ul>
            {codes.map((code) => (
              <li key={code}>{tt(catalogue[code]?.label)}</li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}
