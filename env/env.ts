import { z } from "zod";
import { vapidFault } from "./push.rules";
import { secretFaults } from "./secret.rules";
import { settingGroups } from "./setting-groups";

const groups = settingGroups;
const Settings = z.object({
  ...groups.reach,
  ...groups.database,
  ...groups.secrets,
  ...groups.messages,
  ...groups.files,
  ...groups.services,
  ...groups.people,
  ...groups.telemetry,
});

export type Settings = z.infer<typeof Settings>;
export const settingNames = Object.keys(Settings.shape);

/**
 * Checks the settings of a process.
 * @param source environment variables; an empty one counts as unset
 * @returns the settings, or every fault as one line that begins with the variable's name
 */
export function readSettings(
  source: Record<string, string | undefined>,
): { settings: Settings } | { faults: string[] } {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ""));
  const { data: settings, error } = Settings.safeParse(given);
  const faults = error?.issues.map(({ path, message }) => `${path.join(".")} ${message}`) ?? [];
  // Everything is production unless `npm start` says that it is the demo, so that a forgotten variable never weakens
  // it.
  const demo = settings?.PERSDESK_DEMO ?? given.PERSDESK_DEMO === "1";
  if (!demo) {
    faults.push(...secretFaults(given));
    if (given.RATE_LIMITS === "off" && given.NODE_ENV !== "test")
      faults.push("RATE_LIMITS is off, which only the demo may be");
  }
  const bucket = ["S3_ENDPOINT", "S3_BUCKET", "S3_ACCESS_KEY_ID", "S3_SECRET_ACCESS_KEY"];
  const unset = bucket.filter((name) => given[name] === undefined);
  if (unset.length < bucket.length) faults.push(...unset.map((name) => `${name} is missing: the bucket needs it`));
  const groups = [
    ["APNS_KEY", "APNS_KEY_ID", "APNS_TEAM_ID", "APNS_TOPIC"],
    ["WEB_PUSH_PUBLIC_KEY", "WEB_PUSH_PRIVATE_KEY"],
    ["ERP_AUTHORIZATION", "ERP_ORIGIN"],
  ];
  for (const group of groups) {
    const missing = group.filter((name) => given[name] === undefined);
    if (missing.length < group.length)
      faults.push(...missing.map((name) => `${name} is missing: the others of its kind are set`));
  }
  const { WEB_PUSH_PUBLIC_KEY, WEB_PUSH_PRIVATE_KEY } = given;
  const vapid = WEB_PUSH_PUBLIC_KEY && WEB_PUSH_PRIVATE_KEY && vapidFault(WEB_PUSH_PUBLIC_KEY, WEB_PUSH_PRIVATE_KEY);
  if (vapid) faults.push(vapid);
  if (faults.length > 0 || !settings) return { faults };
  return { settings: { ...settings, LISTEN_HOST: settings.LISTEN_HOST ?? (demo ? "127.0.0.1" : undefined) } };
}

function settingsOfThisProcess(): Settings {
  const result = readSettings(process.env);
  if ("settings" in result) return result.settings;
  for (const fault of result.faults) console.error(`persdesk: ${fault}`);
  process.exit(1);
}

/** The settings of this process, read and checked once. The only place that reads `process.env`. */
export const env = settingsOfThisProcess();
