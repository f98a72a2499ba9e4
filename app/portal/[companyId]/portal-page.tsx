import { forbidden } from "next/navigation";
import type { ComponentType } from "react";
import type { Address } from "@/app/_screen/asked-by";
import { ListScreen } from "@/app/_screen/list-page";
import { CodeAhead } from "@/components/kit/code-ahead";
import { ScreenHeader } from "@/components/kit/page-header";
import type { Resource } from "@/components/kit/resource";
import type { Screen } from "@/components/kit/screen";
import { portalCompany } from "../portal-companies";

interface Page {
  params: Promise<{ companyId: string }>;
  searchParams: Promise<Address>;
}

/** The page of a list of the workspace: its first rows are loaded on the server, inside the company. */
export const portalListPage = (of: Resource, List: ComponentType) =>
  async function PortalListPage({ params, searchParams }: Page) {
    const { companyId } = await params;
    return (
      <>
        <CodeAhead of={List} />
        <ListScreen of={of} where={{ companyId }} searchParams={searchParams}>
          <List />
        </ListScreen>
      </>
    );
  };

/** The page of one record of the workspace, which its sheet loads. */
export const portalRecordPage = (Sheet: ComponentType<{ id: string }>) =>
  async function PortalRecordPage({ params }: { params: Promise<{ id: string }> }) {
    return <Sheet id={(await params).id} />;
  };

/** The page of a part of the company, which the backoffice shows as a tab of its sheet. */
export const portalPartPage = ({ heading, needs }: Screen, Part: ComponentType<{ name: string }>) =>
  async function PortalPartPage({ params }: Pick<Page, "params">) {
    const { company } = await portalCompany((await params).companyId);
    if (needs && !company.permissions.includes(needs)) forbidden();
    return (
      <>
        <ScreenHeader of={{ heading }} />
        <Part name={company.name} />
      </>
    );
  };
