import type { ComponentType } from "react";
import type { Address } from "@/app/_screen/asked-by";
import { ListScreen } from "@/app/_screen/list-page";
import type { Resource } from "@/components/kit/resource";

interface Page {
  params: Promise<{ companyId: string }>;
  searchParams: Promise<Address>;
}

/** The page of a list of the workspace: its first rows are loaded on the server, inside the company. */
export const portalListPage = (of: Resource, List: ComponentType) =>
  async function PortalListPage({ params, searchParams }: Page) {
    const { companyId } = await params;
    return (
      <ListScreen of={of} where={{ companyId }} searchParams={searchParams}>
        <List />
      </ListScreen>
    );
  };
