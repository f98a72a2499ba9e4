import { notFound } from "next/navigation";
import type { ReactNode } from "react";
import type { RecordName } from "@/components/kit/resource";
import { toAppError } from "@/server/kit/errors";
import { serverSide } from "./hydrate";

interface Props {
  /** the router's name */
  name: RecordName;
  id: string;
  /** what else the sheet shows at first, on its way into the same cache */
  also?: Promise<unknown>;
  children: ReactNode;
}

/** Loads one record on the server for the sheet inside; a record that does not exist is the 404 page. */
export async function RecordScreen({ name, id, also, children }: Props) {
  const { trpc, queryClient, HydrateClient } = await serverSide();
  const { get } = trpc[name] as unknown as { get: { prefetch: (input: object) => Promise<void> } }; // every RecordName has it
  await Promise.all([get.prefetch({ id }), also]);
  const error = queryClient.getQueryState([[name, "get"], { input: { id }, type: "query" }])?.error;
  if (error && [400, 404].includes(toAppError(error).status)) notFound();
  return <HydrateClient>{children}</HydrateClient>;
}
