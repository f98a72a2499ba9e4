import type { RowOf } from "@/components/kit/resource";
import { Status } from "@/components/ui/value";
import { companyStatusWords, countedUpTo } from "@/server/companies/company/company.rules";
import { formatted } from "@/server/kit/value/count.rules";
import { t } from "@/texts/t";

const tones = { pending: "warn", active: "ok", disabled: "quiet" } as const;

/** Whether a company is active; people of a disabled one have no rights there. */
export const CompanyStatus = ({ status }: { status: RowOf<"companies">["status"] }) => (
  <Status tone={tones[status]}>{t(companyStatusWords[status])}</Status>
);

export const companyStatusOptions = Object.entries(companyStatusWords).map(([value, label]) => ({ value, label }));

/** A number of links, which are counted up to a limit. */
export const LinkCount = ({ count }: { count: number }) => (
  <>{count > countedUpTo ? t("more than {count}", { count: formatted(countedUpTo) }) : formatted(count)}</>
);
