import { None, Status } from "@/components/ui/value";
import { t } from "@/texts/t";

/** Says that Persdesk's staff have not verified a company; nothing of one that they have, or of whom nothing is known yet. */
export const NotVerified = ({ isVerified }: { isVerified: boolean | null }) =>
  isVerified === false && <Status tone="warn">{t("Not verified")}</Status>;

/** A company by its name, with the mark where staff have not verified it. */
export const CompanyName = ({ company }: { company: { name: string; isVerified: boolean } | null }) =>
  company ? (
    <>
      {company.name} <NotVerified isVerified={company.isVerified} />
    </>
  ) : (
    <None />
  );
