import type { ComponentType, ReactElement } from "react";
import type { Permission } from "@/server/permissions";
import { t } from "@/texts/t";
import { createTitle } from "./noun";
import { opening } from "./value-text";

type Icon = ComponentType<{ size?: number | string; stroke?: number | string }>;

/** A screen that can be gone to. A resource is one; what is no resource, such as a matrix, is written down as it is. */
export interface Screen {
  /** its title, on its tab and on top of its page */
  heading: string;
  at: `/${string}`;
  icon: Icon;
  /** who may see it; nobody needs anything for the home page */
  needs?: Permission;
  /** who may change what is shown there */
  may?: { write?: Permission };
  /** found by its name in the palette, and in no menu */
  isUnlisted?: boolean;
  /** what can be set there, by which the palette finds it too */
  settings?: string;
  /** the router of the records that are shown there, by which the search finds the way to them */
  router?: string;
  /** the text filter of its list, by which a search goes on there */
  search?: string;
  /** the name of those records in the audit trail, and what people call one of them */
  audited?: string;
  one?: string;
  /** the way to a new one, which the command palette offers too; `title` where it is not "Create " and what one is called */
  create?: { one: string; title?: string; href: string; needs: Permission };
}

/** An entry of the rail: one page, or several that are its tabs. */
export interface Area {
  heading: string;
  icon: Icon;
  /** found in the palette alone; declared before the pages, of which the last of a register is where a new one goes */
  others?: readonly Screen[];
  /** its tabs, each with the sentence under its title: what people do there; the home page has none */
  pages: readonly (readonly [page: Screen, purpose?: string])[];
}

/** The areas of a rail in its order, those beside each other that have to do with each other. */
export type AreaGroups = readonly (readonly Area[])[];

/** Every screen of a rail, in its order. */
export const screensOf = (groups: AreaGroups): readonly Screen[] =>
  groups.flat().flatMap(({ pages, others = [] }) => [...pages.map(([page]) => page), ...others]);

/** A screen as the browser knows it: only what the person may see, and the lines of its icon. */
export interface ScreenEntry extends Pick<Screen, "heading" | "isUnlisted" | "router" | "search" | "audited" | "one"> {
  at: string;
  icon: string;
  /** what people do there, under its title */
  purpose?: string;
  /** what can be set there */
  settings?: string;
  create?: { title: string; href: string };
}

/** An area as the browser knows it; one with a single page is called as the page is. */
export interface AreaEntry {
  heading: string;
  icon: string;
  /** its tabs, of which there is at least one */
  pages: readonly ScreenEntry[];
  /** what of it only the palette leads to */
  others: readonly ScreenEntry[];
}

/**
 * The lines of an icon, as one path. Each page holds a hundred of them, of which it draws a dozen: as elements they would be
 * half of its data.
 */
function linesOf(icon: Icon): string {
  const { render } = icon as object as {
    render: (props: object, ref: null) => ReactElement<{ children: (ReactElement<{ d: string }> | undefined)[] }>;
  }; // the icons of the library are all made so
  return render({}, null)
    .props.children.map((line) => line?.props.d ?? "")
    .join("");
}

/** Without what is not there, which would be written down in the page's data by its name. */
const lean = <T extends object>(entry: T) =>
  Object.fromEntries(Object.entries(entry).filter(([, value]) => value !== undefined)) as T;

/** @param base what all addresses stand below, such as a company's workspace */
function entryOf(
  { heading, at, create, icon, ...screen }: Screen,
  purpose: string | undefined,
  may: (needs?: Permission) => boolean,
  base: string,
) {
  const { audited, one, isUnlisted, router, search, settings } = screen;
  const below = (address: string) => (base && address === "/" ? base : base + address);
  return lean<ScreenEntry>({
    audited,
    one,
    heading: opening(t(heading)),
    at: below(at),
    isUnlisted,
    router,
    search,
    purpose: purpose && t(purpose),
    settings: settings && t(settings),
    create: create && may(create.needs) ? { title: createTitle(create), href: below(create.href) } : undefined,
    icon: linesOf(icon),
  });
}

/**
 * Of the areas of a rail those in which the person may see something: first the home page, then the groups in which they
 * may change something, then what they may only read. The layout asks on the server, so that no page loads the register.
 * @param base what all their addresses stand below, such as a company's workspace
 */
export function areasFor(groups: AreaGroups, permissions: ReadonlySet<string>, base = ""): AreaEntry[][] {
  const may = (needs?: Permission) => needs === undefined || permissions.has(needs);
  const seen = groups.map((areas, index) => {
    const entries: AreaEntry[] = [];
    let changes = false;
    for (const { heading, icon, pages, others = [] } of areas) {
      const open = pages.filter(([{ needs }]) => may(needs));
      const shown = open.map(([page, purpose]) => entryOf(page, purpose, may, base));
      const [first, second] = shown;
      if (!first) continue;
      const named = second ? { heading: opening(t(heading)), icon: linesOf(icon) } : first;
      changes ||= open.some(([page]) => page.may?.write && may(page.may.write));
      entries.push({
        heading: named.heading,
        icon: named.icon,
        pages: shown,
        others: others.filter(({ needs }) => may(needs)).map((one) => entryOf(one, undefined, may, base)),
      });
    }
    return { entries, rank: index === 0 ? 0 : changes ? 1 : 2 };
  });
  return seen
    .filter(({ entries }) => entries.length > 0)
    .sort((one, other) => one.rank - other.rank)
    .map(({ entries }) => entries);
}
