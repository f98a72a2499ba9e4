import type { ComponentType, ReactNode } from "react";
import type { Permission } from "@/server/permissions";

export const domains = ["Home", "People", "Companies", "Devices", "Content", "Notifications", "Operations"] as const;

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
  /** what the command palette offers beside the screen itself */
  create?: { title: string; href: string; needs: Permission };
}

/** A screen as the browser knows it: only what the person may see, and its icon as it is drawn. */
export interface ScreenEntry extends Pick<Screen, "domain" | "heading" | "at" | "isUnlisted" | "router"> {
  icon: ReactNode;
  create?: { title: string; href: string };
}

/** Of the screens of a register those that the person may see, in its order. The layout asks on the server, so that no page loads the register. */
export function entriesFor(screens: readonly Screen[], permissions: ReadonlySet<string>): ScreenEntry[] {
  const may = (needs: Permission | undefined) => needs === undefined || permissions.has(needs);
  return screens
    .filter(({ needs }) => may(needs))
    .map(({ domain, heading, at, isUnlisted, router, create, icon: Icon }) => ({
      domain,
      heading,
      at,
      isUnlisted,
      router,
      create: create && may(create.needs) ? { title: create.title, href: create.href } : undefined,
      icon: <Icon size={17} stroke={1.7} />,
    }));
}
