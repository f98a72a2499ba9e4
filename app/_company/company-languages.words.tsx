"use client";

import { trpc } from "@/components/kit/trpc";
import { Status } from "@/components/ui/value";
import { t } from "@/texts/t";

/** The languages that a text can be in, for everybody who is signed in. */
export const useTextLanguages = () => trpc.profile.languages.useQuery({}).data?.items ?? [];

/** Which languages a text of a company still has to be translated into. */
export function MissingTexts({ ids }: { ids: string[] }) {
  const missing = useTextLanguages().filter(({ id }) => ids.includes(id));
  if (ids.length === 0) return <Status tone="ok">{t("Complete")}</Status>;
  return (
    <Status tone="warn">
      {missing.length < 3 ? missing.map(({ name }) => name).join(", ") : t("{count} languages", { count: ids.length })}
    </Status>
  );
}
