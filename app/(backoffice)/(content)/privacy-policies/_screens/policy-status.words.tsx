import { Status, When } from "@/components/ui/value";
import { t } from "@/texts/t";

/** Whether a version is the draft, or since when it is published. */
export const PolicyStatus = ({ policy: { publishedAt } }: { policy: { publishedAt: string | null } }) =>
  publishedAt ? (
    <Status tone="ok">
      {t("Published")} <When at={publishedAt} />
    </Status>
  ) : (
    <Status tone="warn">{t("Draft")}</Status>
  );
