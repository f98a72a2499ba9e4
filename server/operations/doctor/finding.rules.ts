/** What is found of one part. What is not well says what to do. */
export type Finding =
  | { level: "ok"; what: string; says: string }
  | { level: "warning" | "fault"; what: string; says: string; remedy: string };

export const well = (what: string, says: string): Finding => ({ level: "ok", what, says });
export const warn = (what: string, says: string, remedy: string): Finding => ({ level: "warning", what, says, remedy });
export const fault = (what: string, says: string, remedy: string): Finding => ({ level: "fault", what, says, remedy });

/** One part that is looked at. */
export interface Check {
  what: string;
  /** what to do where looking itself fails */
  remedy: string;
  look: () => Promise<Finding>;
}

/** The first line of what went wrong at its root. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof AggregateError) return reasonOf(error.errors[0]);
  if (error.cause instanceof Error) return reasonOf(error.cause);
  const { code, message } = error as NodeJS.ErrnoException;
  return message.split("\n")[0] || code || error.name;
}

/** Looks, and says what failed where that cannot be done. */
export const examined = ({ what, remedy, look }: Check): Promise<Finding> =>
  look().catch((error: unknown) => fault(what, reasonOf(error), remedy));

/** Whether something has to be done before the product can do its work. */
export const hasFault = (findings: Finding[]) => findings.some(({ level }) => level === "fault");

/** The report for a terminal, a line each, and one more for what to do. */
export const reportOf = (findings: Finding[]): string[] =>
  findings.flatMap((finding) => {
    const line = `${finding.level.padEnd(8)} ${finding.what.padEnd(12)} ${finding.says}`;
    return finding.level === "ok" ? [line] : [line, `${" ".repeat(22)}to do: ${finding.remedy}`];
  });

/** The settings that hold secrets, whole or in part. */
export const secretSettings = new Set([
  "DATABASE_URL",
  "DATABASE_DIRECT_URL",
  "DATABASE_READ_URL",
  "NEXTAUTH_SECRET",
  "JWT_PRIVATE_KEY",
  "DATA_KEYS",
  "INTERNAL_API_KEY",
  "SMTP_URL",
  "FCM_SERVICE_ACCOUNT",
  "APNS_KEY",
  "WEB_PUSH_PRIVATE_KEY",
  "S3_SECRET_ACCESS_KEY",
  "ERP_AUTHORIZATION",
]);

function decoded(text: string) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The texts inside of a setting that may stand in an error: of an address its password. */
function secretsIn(value: unknown): string[] {
  if (typeof value === "string") {
    if (!/^[\w+.-]+:\/\//.test(value)) return [value];
    const [, password] = /^[^:]+:\/\/[^:@/]*:([^@/]+)@/.exec(value) ?? [];
    return password ? [password, decoded(password)] : [];
  }
  if (Array.isArray(value)) return value.flatMap(secretsIn);
  // Of a key with its id, and of a service account, the rest may be said.
  const { secret, private_key: privateKey } = Object(value);
  return [secret, privateKey].flatMap((one) => (typeof one === "string" ? [one] : []));
}

/** Takes out of a text what is secret in these settings: what a mail server or a driver says may repeat it. */
export function hiding(settings: Record<string, unknown>): (text: string) => string {
  const secrets = [...secretSettings]
    .flatMap((name) => secretsIn(settings[name]))
    .filter((secret) => secret.length > 3);
  return (text) => secrets.reduce((left, secret) => left.replaceAll(secret, "***"), text);
}
