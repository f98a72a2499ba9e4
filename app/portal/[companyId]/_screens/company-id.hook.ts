"use client";

import { useParams } from "next/navigation";

/** The company whose workspace this is. */
export function useCompanyId(): string {
  const { companyId } = useParams<{ companyId: string }>();
  return companyId;
}
