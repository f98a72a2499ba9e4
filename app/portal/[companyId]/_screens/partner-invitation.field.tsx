"use client";

import { SelectField, TextField } from "@/components/kit/form/fields";
import { trpc } from "@/components/kit/trpc";
import { manner } from "@/texts/speech";

interface Props {
  language: { name: string; label: string };
  reason: { name: string; label: string };
}

/** The languages that there are, and the one in which the inviter reads this page. */
export function useLanguages() {
  const items = trpc.profile.languages.useQuery({}).data?.items ?? [];
  const own = items.find(({ code }) => code === manner().language)?.id;
  return { items, own };
}

/** A new invitation is written in the inviter's own language unless they choose another one. */
export const useOwnLanguage = () => ({ languageId: useLanguages().own });

/** In which language an invitation is written, and why somebody is invited. */
export function InvitationFields({ language, reason }: Props) {
  const { items } = useLanguages();
  return (
    <>
      <SelectField
        {...language}
        optional
        options={items.map(({ id, name }) => ({ value: id, label: name }))}
        help="The language of the invitation."
      />
      <TextField
        {...reason}
        optional
        help="One line that stands in the invitation, such as what you work on together."
      />
    </>
  );
}
