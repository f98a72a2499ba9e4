"use client";

import { Button } from "@mantine/core";
import { IconCheck, IconLogout, IconSelector, IconUser } from "@tabler/icons-react";
import Link from "next/link";
import { useRouter } from "next/navigation";
import type { ReactNode } from "react";
import { Bell } from "@/components/kit/inbox/bell";
import type { ScreenEntry } from "@/components/kit/screen";
import { ScreensProvider, useScreen, useScreens } from "@/components/kit/screens";
import { Logo } from "@/components/kit/shell/logo";
import { SchemeSwitch } from "@/components/kit/shell/scheme-switch";
import { signOut } from "@/components/kit/shell/sign-out";
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
  screens: ScreenEntry[];
  children: ReactNode;
}

/** The name of the company, and the way to the person's others. */
function CompanySwitch({ company, companies }: { company: Company; companies: Company[] }) {
  const router = useRouter();
  if (companies.length < 2) return <span className={styles.company}>{company.name}</span>;
  return (
    <Dropdown
      label="Your companies"
      trigger={(props) => (
        <button
          type="button"
          className={styles.switch}
          aria-label={t("{name}, choose a company", { name: company.name })}
          {...props}
        >
          {company.name}
          <IconSelector size={16} aria-hidden />
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

/** The screens of the workspace that the person may see. */
function Menu() {
  const current = useScreen();
  return (
    <nav aria-label={t("Workspace")} className={styles.nav}>
      {useScreens().map((screen) => (
        <Link key={screen.at} href={screen.at} aria-current={screen === current ? "page" : undefined}>
          {screen.heading}
        </Link>
      ))}
    </nav>
  );
}

/** The frame of the portal: whose workspace it is, the ways in it, and the person. */
export function PortalShell({ viewer, companies, company, home, screens, children }: Props) {
  const router = useRouter();
  return (
    <ViewerProvider viewer={viewer}>
      <ScreensProvider screens={screens}>
        <a href="#main" className={styles.skip}>
          {t("Skip to content")}
        </a>
        {viewer.isActing && <ActingBanner />}
        <header className={styles.head}>
          <Link href={home} className={styles.brand} aria-label={t("Persdesk, home")}>
            <Logo size={22} />
          </Link>
          {company ? <CompanySwitch company={company} companies={companies} /> : <span>{t("Persdesk")}</span>}
          <Menu />
          <div className={styles.tools}>
            <Bell app="PORTAL_WEB" align="right" />
            <SchemeSwitch />
            <Dropdown
              label="Account"
              align="right"
              trigger={(props) => (
                <Button
                  variant="default"
                  size="compact-sm"
                  aria-label={t("Account of {label}", { label: viewer.label })}
                  {...props}
                >
                  {viewer.label}
                </Button>
              )}
            >
              {(close) => (
                <>
                  <DropdownItem
                    icon={<IconUser size={16} />}
                    onClick={() => {
                      close();
                      router.push(`${home}/profile`);
                    }}
                  >
                    {t("Profile")}
                  </DropdownItem>
                  {!viewer.isActing && (
                    <DropdownItem icon={<IconLogout size={16} />} onClick={signOut}>
                      {t("Sign out")}
                    </DropdownItem>
                  )}
                </>
              )}
            </Dropdown>
          </div>
        </header>
        <main id="main" tabIndex={-1} className={styles.main}>
          {children}
        </main>
      </ScreensProvider>
    </ViewerProvider>
  );
}
