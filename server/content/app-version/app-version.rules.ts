/** Where apps run; the wire's words. */
export const appSystems = ["Android", "iOS", "Web"] as const;
export type AppSystem = (typeof appSystems)[number];

const number = "(?:0|[1-9]\\d{0,8})";
const mark = `(?:${number}|\\d*[A-Za-z-][0-9A-Za-z-]*)`;
/** A version of semver 2.0 without a build: "3.1.0", "3.2.0-rc.1". */
export const semverPattern = new RegExp(`^${number}\\.${number}\\.${number}(?:-${mark}(?:\\.${mark})*)?$`);

const padded = (digits: string) => digits.padStart(9, "0");

/**
 * A text that sorts by code point as semver does: numbers count as numbers and come before words, fewer marks before
 * more, a pre-release before its release.
 */
export function semverKey(version: string) {
  const dash = version.indexOf("-");
  const release = (dash < 0 ? version : version.slice(0, dash)).split(".").map(padded).join(".");
  if (dash < 0) return `${release}~`;
  const marks = version.slice(dash + 1).split(".");
  return `${release}-${marks.map((one) => (/^\d+$/.test(one) ? `1${padded(one)}` : `2${one}`)).join(" ")}`;
}

/** Below 0 where `one` comes first. */
export function compareSemver(one: string, other: string) {
  const [a, b] = [semverKey(one), semverKey(other)];
  return a < b ? -1 : a > b ? 1 : 0;
}

interface Released {
  version: string;
  isActive: boolean;
  isMandatory: boolean;
}

const newest = <V extends Released>(versions: V[]) =>
  versions.reduce<V | undefined>(
    (best, one) => (best && compareSemver(best.version, one.version) >= 0 ? best : one),
    undefined,
  );

/** Of the versions of one app on one system: what is newest, and below which version an app must update. */
export function ruleOf<V extends Released>(versions: V[]) {
  const active = versions.filter((one) => one.isActive);
  return { newest: newest(active), mandatory: newest(active.filter((one) => one.isMandatory)) };
}

/** What an app that is at `version` is told: it must update, it may, or it has the newest. */
export function adviceOf<V extends Released>(versions: V[], version: string) {
  const rule = ruleOf(versions);
  const isBelow = (other: V | undefined) => other !== undefined && compareSemver(version, other.version) < 0;
  const advice = isBelow(rule.mandatory) ? "must" : isBelow(rule.newest) ? "may" : "none";
  return { ...rule, advice: advice as "must" | "may" | "none" };
}
