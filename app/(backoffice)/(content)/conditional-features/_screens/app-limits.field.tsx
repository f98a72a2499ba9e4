"use client";

import { TextInput } from "@mantine/core";
import { get, useFormContext } from "react-hook-form";
import { useField } from "@/components/kit/form/fields";
import { trpc } from "@/components/kit/trpc";
import { productName } from "@/server/platform/product-name/product-name.rules";
import { t } from "@/texts/t";
import styles from "./feature.module.css";

export interface AppLimit {
  platformTechId: string;
  atLeast?: string | null;
  atMost?: string | null;
}

interface Props {
  name: string;
  label: string;
  /** the names of the apps that are limited already */
  known?: readonly { platformTechId: string; label: string }[];
}

/** For each app, from which version on and up to which one; an app without either is not limited. */
export function AppLimitsField({ known = [], ...props }: Props) {
  const shown = (value: unknown) =>
    Array.isArray(value) ? value.map(({ atLeast, atMost }) => `${atLeast ?? "…"} – ${atMost ?? "…"}`).join(", ") : "–";
  const { value, onChange } = useField<AppLimit[] | null>({ ...props, optional: true }, shown);
  const { formState } = useFormContext();
  const techs = trpc.appVersions.rules.useQuery().data?.platformTechs ?? [];
  const apps = techs.length > 0 ? techs : known.map((app) => ({ id: app.platformTechId, label: app.label }));
  const limits = value ?? [];
  const set = (platformTechId: string, end: "atLeast" | "atMost", version: string) => {
    const now = limits.find((one) => one.platformTechId === platformTechId) ?? { platformTechId };
    const next = { ...now, [end]: version || null };
    const others = limits.filter((one) => one.platformTechId !== platformTechId);
    onChange(next.atLeast || next.atMost ? [...others, next] : others);
  };
  return (
    <fieldset className={styles.apps}>
      <legend>
        {t(props.label)} <span>{t("optional")}</span>
      </legend>
      <p>{t("Three numbers, such as 2.1.0. An app without a version here is not limited.")}</p>
      {apps.map(({ id, label }) => {
        const index = limits.findIndex((one) => one.platformTechId === id);
        const app = productName(label);
        const ends = { atLeast: t("{app} from", { app }), atMost: t("{app} up to", { app }) };
        return (
          <div key={id} className={styles.ends}>
            {(["atLeast", "atMost"] as const).map((end) => (
              <TextInput
                key={end}
                label={ends[end]}
                autoComplete="off"
                value={limits[index]?.[end] ?? ""}
                error={get(formState.errors, `${props.name}.${index}.${end}.message`)}
                onChange={(event) => set(id, end, event.currentTarget.value.trim())}
              />
            ))}
          </div>
        );
      })}
    </fieldset>
  );
}
