"use client";

import { trpc } from "@/components/kit/trpc";
import { LinkTo, OnOff, Status } from "@/components/ui/value";
import { t } from "@/texts/t";
import { progressOf } from "../../translations/_screens/desk-progress.rules";
import { translationDesk } from "../../translations/desk.resource";

/** What a language is: the one that others fall back to, or on or off. */
export const LanguageStatus = ({ language }: { language: { isDefault: boolean; status: boolean } }) =>
  language.isDefault ? <Status tone="info">{t("Default")}</Status> : <OnOff isOn={language.status} />;

/** How far a language is at the translation desk, in what the reader may read there; nothing for one that is off. */
export function LanguageProgress({ id }: { id: string }) {
  const { data } = trpc.desk.overview.useQuery(undefined, { staleTime: 60_000 });
  if (!data?.languages.some((language) => language.id === id)) return null;
  const { percent, missing, review } = progressOf(data.resources, id);
  return (
    <LinkTo href={`${translationDesk.at}?languageId=${id}${missing > 0 ? "" : "&show=review"}`}>
      {t("{percent} % done, {missing} missing, {review} to review", { percent, missing, review })}
    </LinkTo>
  );
}
