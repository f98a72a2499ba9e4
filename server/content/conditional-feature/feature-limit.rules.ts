import { compareSemver, semverPattern } from "../app-version/app-version.rules";

/** The versions of one app that a feature is for, both ends included. */
interface AppLimit {
  /** its id */
  platformTechId: string;
  atLeast: string | null;
  atMost: string | null;
}

/** Whom a feature is for; what is empty does not limit it. */
export interface Limits {
  companyIds: string[];
  modelPersIds: string[];
  apps: AppLimit[];
}

/** An app that somebody uses; its version as the app says it, null where it does not. */
export interface UsedApp {
  platformTechId: string;
  version: string | null;
}

/** What is known of a person: their companies, the models of their PERS devices, and the apps they use. */
export interface Standing {
  companyIds: string[];
  modelPersIds: string[];
  apps: UsedApp[];
}

/** Why a person does not get a feature: it is off for all, or they are outside one of its limits. */
export const leftOutBy = ["off", "company", "model", "app"] as const;
export type LeftOutBy = (typeof leftOutBy)[number];

/** "2.1", "v2.1.0" and "2.1.0+45" as a version of semver; undefined for what is none. */
function semverOf(version: string) {
  const [plain = ""] = version.trim().replace(/^v/i, "").split("+");
  const whole = /^\d+(\.\d+)?$/.test(plain) ? `${plain}.0${plain.includes(".") ? "" : ".0"}` : plain;
  return semverPattern.test(whole) ? whole : undefined;
}

/** Whether the feature is for this app: an app that no limit names is not limited, and a version that is not known is outside. */
export function isForApp(limits: readonly AppLimit[], app: UsedApp): boolean {
  const limit = limits.find(({ platformTechId }) => platformTechId === app.platformTechId);
  if (!limit) return true;
  const version = semverOf(app.version ?? "");
  if (version === undefined) return false;
  const { atLeast, atMost } = limit;
  return (
    (atLeast === null || compareSemver(version, atLeast) >= 0) &&
    (atMost === null || compareSemver(version, atMost) <= 0)
  );
}

const meet = (some: readonly string[], others: readonly string[]) => some.some((one) => others.includes(one));

/** Why somebody does not get the feature; null where they get it. */
export function leftOut({ active, limits }: { active: boolean; limits: Limits }, of: Standing): LeftOutBy | null {
  const { companyIds, modelPersIds, apps } = limits;
  if (!active) return "off";
  if (companyIds.length > 0 && !meet(companyIds, of.companyIds)) return "company";
  if (modelPersIds.length > 0 && !meet(modelPersIds, of.modelPersIds)) return "model";
  if (apps.length > 0 && !of.apps.some((app) => isForApp(apps, app))) return "app";
  return null;
}
