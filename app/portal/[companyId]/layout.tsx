import Link from "next/link";
import { notFound } from "next/navigation";
import type { ReactNode } from "react";
import { SignOutButton } from "@/app/(auth)/no-access/sign-out-button";
import { ActingBanner } from "@/components/kit/shell/acting-banner";
import { Logo } from "@/components/kit/shell/logo";
import { ViewerProvider } from "@/components/kit/viewer";
import { portalCompanies } from "../portal-companies";
import styles from "./portal.module.css";

/** The company's own workspace. A company that is not the person's is the 404 page, whether it exists or not. */
export default async function PortalLayout({
  children,
  params,
}: {
  children: ReactNode;
  params: Promise<{ companyId: string }>;
}) {
  const { companyId } = await params;
  const { actor, companies } = await portalCompanies();
  const company = companies.find((one) => one.companyId === companyId);
  if (!company) notFound();
  const isActing = actor.actingId !== undefined;
  const viewer = {
    ...{ id: actor.id, label: actor.label, email: actor.email },
    ...{ permissions: [...actor.permissions], isActing },
  };
  const home = `/portal/${companyId}`;
  return (
    <ViewerProvider viewer={viewer}>
      {isActing && (
        <div className={styles.acting} role="status">
          <ActingBanner />
        </div>
      )}
      <header className={styles.head}>
        <Link href={home} className={styles.brand}>
          <Logo size={22} /> {company.name}
        </Link>
        <nav aria-label="Workspace" className={styles.nav}>
          <Link href={home}>Home</Link>
          <Link href={`${home}/profile`}>Profile</Link>
          {companies
            .filter((one) => one.companyId !== companyId)
            .map((one) => (
              <Link key={one.companyId} href={`/portal/${one.companyId}`}>
                {one.name}
              </Link>
            ))}
        </nav>
        {!isActing && <SignOutButton />}
      </header>
      <main className={styles.main}>{children}</main>
    </ViewerProvider>
  );
}
