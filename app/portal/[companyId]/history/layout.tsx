import type { ReactNode } from "react";
import { AreaTexts } from "@/texts/area-texts";
import { CompanyAudited } from "../_screens/company-audited.part";

export default function CompanyHistoryLayout({ children }: { children: ReactNode }) {
  return (
    <AreaTexts of="app/portal/[companyId]/history">
      <CompanyAudited>{children}</CompanyAudited>
    </AreaTexts>
  );
}
