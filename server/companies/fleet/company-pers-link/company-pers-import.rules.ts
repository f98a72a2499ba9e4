import { inTheWay, meets, minuteOf, type Period, periodFault } from "@/server/devices/reach/link-period.rules";
import type { Change, RowPlan } from "@/server/kit/import/importer";
import { t } from "@/texts/t";

/** A stored link as an import sees it. */
export interface KnownLink extends Period {
  id: string;
  version: number;
  persId: string;
  companyId: string;
  /** the company's name */
  company: string;
  grantedByCompanyId: string | null;
  linkType: number;
  comment: string | null;
}

/** What there is of the PERS devices that a file names. */
export interface KnownPers {
  /** the company that the import is for */
  companyId: string;
  now: string;
  idOf: ReadonlyMap<string, string>;
  /** all links of these devices, of any company, by PERS id */
  links: ReadonlyMap<string, KnownLink[]>;
}

/** The cells of a row. An empty one leaves what is there; a new link without a start begins now. */
export interface LinkRow {
  serial: string;
  linkType: number;
  startDate?: string;
  endDate?: string;
  comment?: string;
}

/** What an import sets of a link. */
export interface LinkFields extends Period {
  comment: string | null;
}

export interface LinkImport {
  serial: string;
  persId: string;
  linkType: number;
  /** the link that changes; none for a new one */
  link: { id: string; before: LinkFields } | null;
  /** `startDate` null: the moment of the import */
  after: Omit<LinkFields, "startDate"> & { startDate: string | null };
}

type Plan = RowPlan<LinkImport>;
const wrong = (column: keyof LinkRow, message: string): Plan => ({ kind: "error", column, message });

const shown = (instant: string | null) => instant && minuteOf(instant);

/** A row that is about no link of the company yet. */
function planNew(row: LinkRow, persId: string, others: KnownLink[], now: string): Plan {
  const { serial, linkType, startDate = null, endDate = null, comment = null } = row;
  const period = { startDate: startDate ?? now, endDate };
  const fault = periodFault(period);
  if (fault) return wrong("endDate", fault);
  const taken = others.find((link) => meets(link, period));
  if (taken)
    return wrong(
      "startDate",
      t("The PERS device has a link of this type already: {which}", { which: inTheWay(taken) }),
    );
  const cells = { startDate: startDate ? shown(startDate) : "now", endDate: shown(endDate), comment };
  const changes = Object.entries(cells).flatMap(([column, after]): Change[] =>
    after === null ? [] : [{ column, before: null, after }],
  );
  const write: LinkImport = { serial, persId, linkType, link: null, after: { startDate, endDate, comment } };
  return { kind: "new", key: `${persId} ${linkType}`, changes, write };
}

/** A row about a link that the company has. */
function planChange(row: LinkRow, link: KnownLink, others: KnownLink[]): Plan {
  const { id, persId, linkType, startDate } = link;
  const before: LinkFields = { startDate, endDate: link.endDate, comment: link.comment };
  const after = { startDate, endDate: row.endDate ?? before.endDate, comment: row.comment ?? before.comment };
  const key = `${persId} ${linkType}`;
  if (after.endDate === before.endDate && after.comment === before.comment) return { kind: "same", key };
  const fault = after.endDate === before.endDate ? undefined : periodFault(after);
  if (fault) return wrong("endDate", fault);
  const taken = others.find((other) => other.id !== id && meets(other, after));
  if (taken)
    return wrong("endDate", t("Another link of this type is in that period: {which}", { which: inTheWay(taken) }));
  const changes: Change[] = [];
  if (after.endDate !== before.endDate)
    changes.push({ column: "endDate", before: shown(before.endDate), after: shown(after.endDate) });
  if (after.comment !== before.comment)
    changes.push({ column: "comment", before: before.comment, after: after.comment });
  return {
    kind: "changed",
    key,
    changes,
    write: { serial: row.serial, persId, linkType, link: { id, before }, after },
  };
}

/**
 * What a row of staff's file would do (decisions 3, XLSX import): it changes the end or the comment of the company's link
 * that starts at its date, or without a date of the one that has not ended, and makes a new link where there is none.
 */
export function planLink(row: LinkRow, { companyId, now, idOf, links }: KnownPers): Plan {
  const persId = idOf.get(row.serial);
  if (persId === undefined) return wrong("serial", "There is no PERS device with this serial number.");
  const ofType = (links.get(persId) ?? []).filter(({ linkType }) => linkType === row.linkType);
  const own = ofType.find((link) =>
    link.companyId !== companyId
      ? false
      : row.startDate === undefined
        ? link.endDate === null || link.endDate > now
        : link.startDate === row.startDate,
  );
  return own ? planChange(row, own, ofType) : planNew(row, persId, ofType, now);
}
