"use client";

import { Checkbox } from "@mantine/core";
import { type FieldProps, useField } from "@/components/kit/form/fields";
import { useViewer } from "@/components/kit/viewer";
import { isPermission, moduleCodes, permissionCatalogue, permissionCodes } from "@/server/permissions";
import { t } from "@/texts/t";
import styles from "./permission.module.css";

const sections = Object.entries(moduleCodes)
  .map(([module, title]) => ({
    module,
    title,
    codes: permissionCodes.filter((code) => permissionCatalogue[code][1] === module) as string[],
  }))
  .filter(({ codes }) => codes.length > 0);

const labelOf = (code: string) => (isPermission(code) ? permissionCatalogue[code][0] : code);
const groupOf = (code: string) => isPermission(code) && permissionCatalogue[code][2];

interface Props extends FieldProps {
  /** whose rights there are to choose, such as "PRO_CENTER"; those of the backoffice include all others */
  group?: string;
  /** the only rights that there are to choose; all of the group where not said */
  ceiling?: string[];
}

/** Permissions by module. Rights that the person does not hold cannot be chosen, only left as they are. */
export function PermissionField(props: Props) {
  const { permissions: mine } = useViewer();
  const { value, onChange, input } = useField<string[] | undefined>(
    { ...props, optional: true },
    (codes) => ((codes as string[] | undefined) ?? []).map(labelOf).join(", ") || "–",
  );
  const chosen = value ?? [];
  const isOffered = (code: string) =>
    chosen.includes(code) ||
    ((!props.group || props.group === "BACKOFFICE" || groupOf(code) === props.group) &&
      (props.ceiling?.includes(code) ?? true));
  const offered = sections
    .map((section) => ({ ...section, codes: section.codes.filter(isOffered) }))
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
      {props.help && <p className={styles.help}>{props.help}</p>}
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
                label={title}
                aria-label={t("All of {title}", { title })}
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
