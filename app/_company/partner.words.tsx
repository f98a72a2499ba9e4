import type { RowOf } from "@/components/kit/resource";
import { Status, type Tone } from "@/components/ui/value";
import { t } from "@/texts/t";

type PartnerStatus = RowOf<"dealers">["status"];

const marks: Record<PartnerStatus, [Tone, string]> = {
  invited: ["warn", "Invited"],
  to_confirm: ["warn", "To confirm"],
  accepted: ["ok", "Accepted"],
  refused: ["bad", "Declined"],
  ended: ["quiet", "Ended"],
};

export const kindOptions = [
  { value: "dealer", label: "Dealer" },
  { value: "subcontractor", label: "Subcontractor" },
];

/** What a company is to the one that it works for. */
export const kindWord = (kind: string) => t(kindOptions.find(({ value }) => value === kind)?.label ?? kind);

export const partnerStatusOptions = Object.entries(marks).map(([value, [, label]]) => ({ value, label }));

/** How a partnership stands. @param isWaiting its invitation waits for staff */
export const PartnerMark = ({ status, isWaiting = false }: { status: PartnerStatus; isWaiting?: boolean }) => (
  <Status tone={marks[status][0]}>{isWaiting ? t("Waiting for staff") : t(marks[status][1])}</Status>
);
