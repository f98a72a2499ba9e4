"use client";

import { trpc } from "@/components/kit/trpc";
import { t } from "@/texts/t";
import styles from "./desk.module.css";

interface PickerProps {
  label: string;
  value: string;
  options: readonly (readonly [value: string, label: string])[];
  onChange: (value: string) => void;
}

/** One choice of the desk. */
export const Picker = ({ label, value, options, onChange }: PickerProps) => (
  <select
    className={styles.picker}
    aria-label={t(label)}
    title={t(label)}
    value={value}
    onChange={(event) => onChange(event.target.value)}
  >
    {options.map(([value, label]) => (
      <option key={value} value={value}>
        {t(label)}
      </option>
    ))}
  </select>
);

interface Props {
  moduleId: string | undefined;
  page: string | undefined;
  onChange: (place: { moduleId: string | undefined; modulePage: string | undefined }) => void;
}

/** The module, and the page of it, whose texts are shown. */
export function DeskPlace({ moduleId, page, onChange }: Props) {
  const { data: modules = [] } = trpc.desk.modules.useQuery(undefined, { staleTime: 60_000 });
  const chosen = modules.find(({ id }) => id === moduleId);
  if (modules.length === 0) return null;
  return (
    <>
      <Picker
        label={t("Module")}
        value={chosen?.id ?? ""}
        options={[["", t("All modules")], ...modules.map(({ id, label }) => [id, label] as const)]}
        onChange={(id) => onChange({ moduleId: id || undefined, modulePage: undefined })}
      />
      {chosen && chosen.pages.length > 0 && (
        <Picker
          label={t("Page")}
          value={page ?? ""}
          options={[["", t("All pages")], ...chosen.pages.map((one) => [one, one] as const)]}
          onChange={(one) => onChange({ moduleId, modulePage: one || undefined })}
        />
      )}
    </>
  );
}
