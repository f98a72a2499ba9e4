"use client";

import { useLanguages } from "@/components/kit/use-languages";
import { Status } from "@/components/ui/value";
import { t } from "@/texts/t";

/** Which languages a text of a company still has to be translated into. */
export function MissingTexts({ ids }: { ids: string[] }) {
  const missing = (useLanguages().data ?? []).filter(({ id }) => ids.includes(id));
  if (ids.length === 0) return <Status tone="ok">{t("Complete")}</Status>;
  return (
    <Status tone="warn">
      {missing.length < 3 ? missing.map(({ name }) => name).join(", ") : t("{count} languages", { count: ids.length })}
    </Status>
  );
}
