import { navigation } from "@/components/kit/navigation";

/** A screen as the walks see it. */
export interface WalkedScreen {
  title: string;
  domain: string;
  at: string;
  /** the right to see it; the home page needs none */
  needs: string | undefined;
  /** whether its rows are records with sheets of their own */
  hasRecords: boolean;
  /** the address of its form */
  create: string | undefined;
}

/** Every screen, in the order of the rail: a new one is walked without being named here. */
export const screens: WalkedScreen[] = navigation.map(({ title, domain, href, needs, router, create }) => ({
  title,
  domain,
  at: href,
  needs,
  hasRecords: router !== undefined,
  create: create?.href,
}));
