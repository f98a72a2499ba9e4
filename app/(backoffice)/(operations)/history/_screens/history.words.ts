import { audited } from "@/app/_resources/backoffice-parts";
import { otherKinds } from "@/components/kit/audited.words";
import { opening } from "@/components/kit/value-text";
import { t } from "@/texts/t";

/** Every kind of record that has a history, by its name in the audit trail, and the signing in. */
export function kindOptions() {
  const named = [...audited.pages, ...audited.parts].flatMap((one) => (one.audited ? [[one.audited, one.one]] : []));
  const all = new Map([...named, ...Object.entries(otherKinds)] as [string, string][]); // pairs
  return [...all].map(([value, label]) => ({ value, label: opening(t(label)) }));
}
