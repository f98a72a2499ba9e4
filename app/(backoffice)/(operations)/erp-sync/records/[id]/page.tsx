import { notFound, redirect } from "next/navigation";
import { serverSide } from "@/app/_screen/hydrate";
import { onlyWhoMay } from "@/app/_screen/only-who-may";
import { companies } from "@/app/(backoffice)/(companies)/companies/company.resource";
import { pers } from "@/app/(backoffice)/(devices)/pers/pers.resource";
import { Id } from "@/server/kit/call/wire";
import { erpSync } from "../../erp-sync.resource";

/** Leads to the company or the device that a run names. */
export default async function ErpRecordPage({ params }: { params: Promise<{ id: string }> }) {
  await onlyWhoMay(erpSync.needs);
  const { id } = await params;
  if (!Id.safeParse(id).success) notFound();
  const kind = await (await serverSide()).trpc.erpSync.recordKind({ id });
  if (kind === null) notFound();
  redirect((kind === "pers" ? pers : companies).record(id));
}
