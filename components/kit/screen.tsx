import type { ComponentType, ReactNode } from "react";
import type { Permission } from "@/server/permissions";
import { t } from "@/texts/t";
import { createTitle } from "./noun";
import { opening } from "./value-text";

export const domains = [
  "Home",
  "Fleet",
  "Partners",
  "Company",
  "People",
  "Companies",
  "Devices",
  "Content",
  "Notifications",
  "Operations",
] as const;

/** A screen that can be gone to. A resource is one; what is no resource, such as a matrix, is written down as it is. */
export interface Screen {
  domain: (typeof domains)[number];
  /** its title, in the rail and on top of its page */
  heading: string;
  at: `/${string}`;
  icon: ComponentType<{ size?: number | string; stroke?: number | string }>;
  /** who may see it; nobody needs anything for the home page */
  needs?: Permission;
  /** found by its name in the palette, and in no menu */
  isUnlisted?: boolean;
  /** the router of the records that are shown there, by which the search finds the way to them */
  router?: string;
  /** the name of those records in the audit trail, and what people call one of them */
  audited?: string;
  one?: string;
  /** the way to a new one, which the command palette offers too; `title` where it is not "Create " and what one is called */
  create?: { one: string; title?: string; href: string; needs: Permission };
}

/** A screen as the browser knows it: only what the person may see, and its icon as it is drawn. */
export interface ScreenEntry extends Pick<Screen, "domain" | "heading" | "isUnlisted" | "router" | "audited" | "one"> {
  at: string;
  icon: ReactNode;
  create?: { title: string; href: string };
}

/**
 * Of the screens of a register those that the person may see, in its order. The layout asks on the server, so that no
 * page loads the register.
 * @param base what all their addresses stand below, such as a company's workspace
 */
export function entriesFor(screens: readonly Screen[], permissions: ReadonlySet<string>, base = ""): ScreenEntry[] {
  const may = (needs: Permission | undefined) => needs === undefined || permissions.has(needs);
  const below = (address: string) => (base && address === "/" ? base : base + address);
  return screens
    .filter(({ needs }) => may(needs))
    .map(({ domain, heading, at, isUnlisted, router, audited, one, create, icon: Icon }) => ({
      audited,
      one,
      domain,
      heading: opening(t(heading)),
      at: below(at),
      isUnlisted,
      router,
      create: create && may(create.needs) ? { title: createTitle(create), href: below(create.href) } : undefined,
      icon: <Icon size={17} stroke={1.7} />,
    }));
}
