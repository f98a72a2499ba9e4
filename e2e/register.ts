import { readdirSync } from "node:fs";
import { backoffice } from "@/app/_resources/backoffice";

/** A screen as the walks see it. */
export interface WalkedScreen {
  title: string;
  at: string;
  /** the right to see it; the home page needs none */
  needs: string | undefined;
  /** whether its rows are records */
  hasRecords: boolean;
  /** whether each of them has a page of its own */
  hasPages: boolean;
  /** the address of its form */
  create: string | undefined;
}

const pages = readdirSync("app/(backoffice)", { recursive: true, encoding: "utf8" });
/** In a folder for each record, or on the one page of a plain resource (ADR 117). */
const hasPages = (at: string) =>
  ["[id]", "[[...at]]"].some((folder) => pages.some((file) => file.endsWith(`)${at}/${folder}/page.tsx`)));

/** Every screen of the rail, in its order: a new one is walked without being named here. */
export const screens: WalkedScreen[] = backoffice
  .filter(({ isUnlisted }) => !isUnlisted)
  .map(({ heading, at, needs, router, create }) => ({
    title: heading,
    at,
    needs,
    hasRecords: router !== undefined,
    hasPages: hasPages(at),
    create: create?.href,
  }));
