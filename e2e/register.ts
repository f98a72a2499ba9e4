import { backoffice } from "@/app/_resources/backoffice";

/** A screen as the walks see it. */
export interface WalkedScreen {
  title: string;
  at: string;
  /** the right to see it; the home page needs none */
  needs: string | undefined;
  /** whether its rows are records with sheets of their own */
  hasRecords: boolean;
  /** the address of its form */
  create: string | undefined;
}

/** Every screen of the rail, in its order: a new one is walked without being named here. */
export const screens: WalkedScreen[] = backoffice
  .filter(({ isUnlisted }) => !isUnlisted)
  .map(({ heading, at, needs, router, create }) => ({
    title: heading,
    at,
    needs,
    hasRecords: router !== undefined,
    create: create?.href,
  }));
