"use client";

import type { ReactNode } from "react";
import { AuditedProvider } from "@/components/kit/audited";

const load = async () => (await import("./company-history-parts.words")).audited;

/** Lets the pages of a company's history say what a change is a change of. */
export const CompanyAudited = ({ children }: { children: ReactNode }) => (
  <AuditedProvider load={load}>{children}</AuditedProvider>
);
