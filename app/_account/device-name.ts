import { t } from "@/texts/t";

// Each also names those below it, so the order decides.
// not a text
const browsers = ["Edg", "OPR", "Firefox", "Chrome", "Safari"];
// not a text
const systems = ["iPhone", "iPad", "Android", "Windows", "Mac OS", "CrOS", "Linux"];
// not a text
const spoken: Record<string, string> = { Edg: "Edge", OPR: "Opera", "Mac OS": "macOS", CrOS: "ChromeOS" };
const word = (name: string) => spoken[name] ?? name;

/** What people call a browser by its User-Agent, such as "Firefox on Windows"; the header itself where it is none we know. */
export function deviceName(userAgent: string): string {
  const browser = browsers.find((name) => userAgent.includes(`${name}/`));
  const system = systems.find((name) => userAgent.includes(name));
  if (!browser) return userAgent;
  return system ? t("{browser} on {system}", { browser: word(browser), system: word(system) }) : word(browser);
}
