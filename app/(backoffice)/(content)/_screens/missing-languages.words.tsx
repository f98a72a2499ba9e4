"use client";

import { trpc } from "@/components/kit/trpc";
import { useMay } from "@/components/kit/viewer";
import { Status } from "@/components/ui/value";
import { t } from "@/texts/t";
import { languages } from "../languages/language.resource";
import { everyLanguage } from "./every-language.rules";

/** The active languages by id, for screens that only have their ids. */
export function useLanguages() {
  const enabled = useMay()(languages.may.read);
  const query = trpc.languages.rows.useQuery(everyLanguage, { enabled, staleTime: 300_000 });
  return new Map(query.data?.items.map((language) => [language.id, language]));
}

/** Which languages a record still has to be translated into. */
export function MissingLanguages({ ids }: { ids: string[] }) {
  const byId = useLanguages();
  if (ids.length === 0) return <Status tone="ok">{t("Complete")}</Status>;
  const codes = ids.map((id) => byId.get(id)?.code).filter((code) => code !== undefined);
  return (
    <Status tone="warn">
      {codes.length === ids.length ? codes.join(", ") : t("{count} languages", { count: ids.length })}
    </Status>
  );
}
