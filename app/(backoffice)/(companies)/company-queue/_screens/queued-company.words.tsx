import { NotVerified } from "@/app/_company/not-verified.words";
import { Status } from "@/components/ui/value";
import { t } from "@/texts/t";

/** Why a company waits for staff. */
export const Reasons = ({ isVerified, isDuplicate }: { isVerified: boolean; isDuplicate: boolean }) => (
  <>
    <NotVerified isVerified={isVerified} /> {isDuplicate && <Status tone="bad">{t("Same register number")}</Status>}
  </>
);
