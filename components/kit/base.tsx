"use client";

import { createContext, type ReactNode, useContext } from "react";
import { type Links, type ListName, linksBelow, type Resource } from "./resource";

interface Base {
  /** what the addresses of all resources stand below, such as a company's workspace; "" for the backoffice */
  at: string;
  /** what all lists have in common, such as the company that they are inside of */
  where?: Readonly<Record<string, string>>;
}

const BaseContext = createContext<Base>({ at: "" });

/** Says where the screens inside stand, so that the resources they show are constants. */
export const BaseProvider = ({ children, ...base }: Base & { children: ReactNode }) => (
  <BaseContext value={base}>{children}</BaseContext>
);

/** Where the screen stands. */
export const useBase = () => useContext(BaseContext);

/** The ways to a resource's pages from where the screen stands; screens take these, not the resource's own. */
export const useLinks = <N extends ListName>(of: Pick<Resource<N>, keyof Links<N>>) => linksBelow(useBase().at, of);
