"use client";

import { trpc } from "@/components/kit/trpc";
import { productName } from "@/server/platform/product-name/product-name.rules";

/** The modules of the product, as options of a field or a filter. */
export function useModules() {
  const query = trpc.catalogue.modules.useQuery({ limit: 100 }, { staleTime: 300_000 });
  return (query.data?.items ?? []).map((module) => ({ value: module.id, label: productName(module.label) }));
}
