"use client";

import { IconBuilding, IconCheck, IconSelector } from "@tabler/icons-react";
import { useRouter } from "next/navigation";
import type { ReactNode } from "react";
import type { AreaEntry } from "@/components/kit/screen";
import { ScreensProvider } from "@/components/kit/screens";
import type { RailState } from "@/components/kit/shell/rail.rules";
import { RailProvider } from "@/components/kit/shell/rail-state";
import { Shell } from "@/components/kit/shell/shell";
import { type Viewer, ViewerProvider } from "@/components/kit/viewer";
import { Dropdown, DropdownItem } from "@/components/ui/dropdown";
import { t } from "@/texts/t";
import { ActingBanner } from "./acting-banner";
import styles from "./portal-shell.module.css";

interface Company {
  companyId: string;
  name: string;
}

interface Props {
  viewer: Viewer;
  companies: Company[];
  /** the company whose workspace this is; none on the person's own place */
  company?: Company;
  /** where it begins */
  home: string;
  /** what the person may see there */
  groups: AreaEntry[][];
  /** how they have their rail */
  rail: RailState;
  /** as the rail shows them, by the address of a page */
  counts?: Readonly<Record<string, ReactNode>>;
  children: ReactNode;
}

/** The name of the company, and the way to the person's others. */
function CompanySwitch({ company, companies, narrow }: { company: Company; companies: Company[]; narrow: boolean }) {
  const router = useRouter();
  const name = narrow ? <IconBuilding size={17} stroke={1.7} aria-hidden /> : <span>{company.name}</span>;
  if (companies.length < 2)
    return (
      <div className={styles.company} title={company.name}>
        {name}
      </div>
    );
  return (
    <Dropdown
      label={t("Your companies")}
      trigger={(props) => (
        <button
          type="button"
          className={styles.company}
          title={company.name}
          aria-label={t("{name}, choose a company", { name: company.name })}
          {...props}
        >
          {name}
          {!narrow && <IconSelector size={16} aria-hidden />}
        </button>
      )}
    >
      {(close) =>
        companies.map(({ companyId, name }) => (
          <DropdownItem
            key={companyId}
            icon={companyId === company.companyId ? <IconCheck size={16} /> : <span className={styles.gap} />}
            onClick={() => {
              close();
              router.push(`/portal/${companyId}`);
            }}
          >
            {name}
          </DropdownItem>
        ))
      }
    </Dropdown>
  );
}

/** The frame of the portal: the backoffice's, with whose workspace it is, and, under switch-to, who acts as whom. */
export function PortalShell({ viewer, companies, company, home, groups, rail, counts, children }: Props) {
  return (
    <ViewerProvider viewer={viewer}>
      <ScreensProvider groups={groups} home={home} counts={counts}>
        <RailProvider initial={rail} companyId={company?.companyId}>
          <Shell
            app="PORTAL_WEB"
            hasNoSearch
            banner={viewer.isActing && <ActingBanner />}
            head={company && ((narrow) => <CompanySwitch company={company} companies={companies} narrow={narrow} />)}
          >
            <div className={styles.main}>{children}</div>
          </Shell>
        </RailProvider>
      </ScreensProvider>
    </ViewerProvider>
  );
}
