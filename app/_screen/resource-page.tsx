import { notFound } from "next/navigation";
import type { ComponentType } from "react";
import type { RecordName, Resource } from "@/components/kit/resource";
import { AreaTexts } from "@/texts/area-texts";
import type { Address } from "./asked-by";
import { listPage } from "./list-page";
import { newPage } from "./new-page";
import { recordPage } from "./record-page";

interface Screens {
  list: ComponentType;
  form: ComponentType<Record<never, never>>;
  sheet: ComponentType<{ id: string }>;
}

interface Page {
  params: Promise<{ at?: string[] }>;
  searchParams: Promise<Address & { tab?: string }>;
}

/**
 * The one page of a plain resource: its list, at /new its form, and at an id its sheet (ADR 117). It sends their texts too,
 * as a layout does for pages that stand apart.
 * @param folder the folder of the page, which is named [[...at]]
 */
export function resourcePage(folder: string, of: Resource<RecordName>, { list, form, sheet }: Screens) {
  const [ListPage, NewPage, RecordPage] = [listPage(of, list), newPage(of, form), recordPage(of, sheet)];
  return async function ResourcePage({ params, searchParams }: Page) {
    const [at, ...more] = (await params).at ?? [];
    if (more.length > 0) notFound();
    return (
      <AreaTexts of={folder}>
        {at === undefined && <ListPage searchParams={searchParams} />}
        {at === "new" && <NewPage />}
        {at !== undefined && at !== "new" && (
          <RecordPage params={Promise.resolve({ id: at })} searchParams={searchParams} />
        )}
      </AreaTexts>
    );
  };
}
