"use client";

import { Checkbox } from "@mantine/core";
import { type FieldProps, useField } from "@/components/kit/form/fields";
import { useViewer } from "@/components/kit/viewer";
import { moduleCodes, type PermissionEntry } from "@/server/permission-modules.rules";
import { t, tt } from "@/texts/t";
import styles from "./permission.module.css";

interface Props extends FieldProps {
  /** the permissions that there are to choose from, by code */
  catalogue: Readonly<Record<string, PermissionEntry>>;
  /** whose rights there are to choose, such as "PRO_CENTER"; those of the backoffice include all others */
  group?: string;
  /** the only rights that there are to choose; all of the group where not said */
  ceiling?: string[];
}

/** Permissions by module. Rights that the person does not hold cannot be chosen, only left as they are. */
export function PermissionField(props: Props) {
  const { catalogue } = props;
  const labelOf = (code: string) => tt(catalogue[code]?.label) ?? code;
  const mine: readonly string[] = useViewer().permissions;
  const { value, onChange, input } = useField<string[] | undefined>(
    { ...props, optional: true },
    (codes) => ((codes as string[] | undefined) ?? []).map(labelOf).join(", ") || "–",
  );
  const chosen = value ?? [];
  const isOffered = (code: string) =>
    chosen.includes(code) ||
    ((!props.group || props.group === "BACKOFFICE" || catalogue[code]?.group === props.group) &&
      (props.ceiling?.includes(code) ?? true));
  const codesOf = (module: string) => Object.keys(catalogue).filter((code) => catalogue[code]?.module === module);
  const offered = Object.entries(moduleCodes)
    .map(([module, title]) => ({ module, title, codes: codesOf(module).filter(isOffered) }))
    .filter(({ codes }) => codes.length > 0);
  const set = (codes: string[], isOn: boolean) =>
    onChange([...chosen.filter((code) => !codes.includes(code)), ...(isOn ? codes : [])].sort());

  return (
    <fieldset className={styles.field} disabled={input.disabled}>
      <legend>
        {props.label}
        <span className={styles.count}>
          {t("{count} of {total}", { count: chosen.length, total: offered.flatMap(({ codes }) => codes).length })}
        </span>
      </legend>
      {props.help && <p className={styles.help}>{typeof props.help === "string" ? t(props.help) : props.help}</p>}
      {input.error && (
        <p className={styles.error} role="alert">
          {input.error}
        </p>
      )}
      {offered.length === 0 && <p className={styles.help}>{t("No permissions exist for this group yet.")}</p>}
      {offered.map(({ module, title, codes }) => {
        const on = codes.filter((code) => chosen.includes(code));
        const mineHere = codes.filter((code) => mine.includes(code));
        return (
          <div key={module} className={styles.module}>
            <div className={styles.head}>
              <Checkbox
                size="xs"
                label={t(title)}
                aria-label={t("All of {title}", { title: t(title) })}
                checked={on.length === codes.length}
                indeterminate={on.length > 0 && on.length < codes.length}
                disabled={input.disabled || mineHere.length === 0}
                onChange={() => set(mineHere, !mineHere.every((code) => chosen.includes(code)))}
              />
              <span className={styles.count}>{t("{count} of {total}", { count: on.length, total: codes.length })}</span>
            </div>
            <div className={styles.codes}>
              {codes.map((code) => {
                const isForeign = !mine.includes(code) && !chosen.includes(code);
                return (
                  <Checkbox
                    key={code}
                    size="xs"
                    label={labelOf(code)}
                    description={isForeign ? t("{code} · you do not have this permission yourself", { code }) : code}
                    checked={chosen.includes(code)}
                    disabled={input.disabled || isForeign}
                    onChange={(event) => set([code], event.currentTarget.checked)}
                  />
                );
              })}
            </div>
          </div>
        );
      })}
    </fieldset>
  );
}
