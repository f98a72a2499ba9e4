import { forbidden, notFound } from "next/navigation";
import type { ComponentType } from "react";
import { Ahead, type May, mayWith } from "@/app/_screen/ahead";
import type { Address } from "@/app/_screen/asked-by";
import { type ServerSide, serverSide } from "@/app/_screen/hydrate";
import { ListScreen } from "@/app/_screen/list-page";
import { CodeAhead } from "@/components/kit/code-ahead";
import { ScreenHeader } from "@/components/kit/page-header";
import type { ListName, Resource } from "@/components/kit/resource";
import type { Screen } from "@/components/kit/screen";
import { toAppError } from "@/server/kit/call/errors";
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

/** A record within a company. */
export interface Inside {
  companyId: string;
  id: string;
}

interface Gets {
  get: { prefetch(input: Inside): Promise<void> };
}
type RecordName = { [K in ListName]: ServerSide["trpc"][K] extends Gets ? K : never }[ListName];

/**
 * The page of one record of the workspace, loaded on the server; one that is not there is the 404 page.
 * @param also loads what else the sheet shows at first, for who may see it
 */
export const portalRecordPage = (
  { router: name }: Resource<RecordName>,
  Sheet: ComponentType<{ id: string }>,
  also?: (trpc: ServerSide["trpc"], inside: Inside, may: May) => Promise<unknown>,
) =>
  async function PortalRecordPage({ params }: { params: Promise<Inside> }) {
    const inside = await params;
    const { viewer } = await portalCompany(inside.companyId);
    const may = mayWith(new Set(viewer.permissions));
    const { trpc, stateOf, HydrateClient } = await serverSide();
    const records: Record<RecordName, Gets> = trpc;
    await Promise.all([records[name].get.prefetch(inside), also?.(trpc, inside, may)]);
    const error = stateOf(name, "get", { ...inside })?.error;
    if (error && [400, 404].includes(toAppError(error).status)) notFound();
    return (
      <HydrateClient>
        <Sheet id={inside.id} />
      </HydrateClient>
    );
  };

/**
 * The page of a part of the company, which the backoffice shows as a tab of its sheet.
 * @param ahead loads what the part shows at first
 */
export const portalPartPage = (
  { heading, needs }: Screen,
  Part: ComponentType<{ name: string }>,
  ahead?: (trpc: ServerSide["trpc"], companyId: string) => Promise<unknown>,
) =>
  async function PortalPartPage({ params }: Pick<Page, "params">) {
    const { companyId } = await params;
    const { company } = await portalCompany(companyId);
    if (needs && !company.permissions.includes(needs)) forbidden();
    return (
      <Ahead of={async (trpc) => ahead?.(trpc, companyId)}>
        <ScreenHeader of={{ heading }} />
        <Part name={company.name} />
      </Ahead>
    );
  };
