import { notFound } from "next/navigation";
import type { ComponentType, ReactNode } from "react";
import { CodeAhead } from "@/components/kit/code-ahead";
import { RemovedRecord } from "@/components/kit/removed/removed-record";
import type { RecordName, Resource } from "@/components/kit/resource";
import { toAppError } from "@/server/kit/call/errors";
import { type ServerSide, serverSide } from "./hydrate";

type Records = Record<RecordName, { get: { prefetch(input: { id: string }): Promise<void> } }>;

interface Props {
  of: Resource<RecordName>;
  id: string;
  /** what else the sheet shows at first, on its way into the same cache */
  also?: Promise<unknown>;
  children: ReactNode;
}

/** Loads one record on the server for the sheet inside; one that was removed says so, and one that never was is the 404 page. */
export async function RecordScreen({ of: { router: name }, id, also, children }: Props) {
  const { trpc, stateOf, HydrateClient } = await serverSide();
  const records: Records = trpc;
  await Promise.all([records[name].get.prefetch({ id }), also]);
  const error = stateOf(name, "get", { id })?.error;
  const status = error ? toAppError(error).status : 200;
  if (status === 404) {
    const { removal } = await trpc.removals.of({ list: name, objectId: id });
    if (removal) return <RemovedRecord removal={removal} />;
  }
  if ([400, 404].includes(status)) notFound();
  return <HydrateClient>{children}</HydrateClient>;
}

interface Page {
  params: Promise<{ id: string }>;
  searchParams: Promise<{ tab?: string }>;
}

/**
 * The page of a record: `export default recordPage(modelPers, ModelPersSheet)`.
 * @param also loads what the tab that the address names shows first, so that it stands in the HTML
 */
export const recordPage = (
  of: Resource<RecordName>,
  Sheet: ComponentType<{ id: string }>,
  also?: (trpc: ServerSide["trpc"], id: string, tab: string | undefined) => Promise<unknown>,
) =>
  async function RecordPage({ params, searchParams }: Page) {
    const [{ id }, { tab }] = await Promise.all([params, searchParams]);
    return (
      <>
        <CodeAhead of={Sheet} />
        <RecordScreen of={of} id={id} also={also?.((await serverSide()).trpc, id, tab)}>
          <Sheet id={id} />
        </RecordScreen>
      </>
    );
  };
