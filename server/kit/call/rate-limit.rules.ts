/**
 * How often something may be asked for, and what is counted: calls of one address, of one signed-in caller, or about one
 * thing, such as an account, whose counts nobody is told.
 */
interface RateLimit {
  calls: number;
  seconds: number;
  counts: "address" | "caller" | "subject";
  /** what the API's document says of it; screens and pages alone have the others */
  about?: string;
}

const minute = 60;
const quarter = 15 * minute;
const hour = 60 * minute;
const day = 24 * hour;

/** The limits by which `limitRate` counts, and which the API's document shows. */
export const rateLimits = {
  login: { calls: 60, seconds: minute, counts: "address", about: "Signing in" },
  refresh: { calls: 120, seconds: minute, counts: "address", about: "Refreshing" },
  code: { calls: 30, seconds: quarter, counts: "address", about: "Registering, and each use of codes that are mailed" },
  codeOfAccount: { calls: 10, seconds: quarter, counts: "subject", about: "The same for one account" },
  file: { calls: 60, seconds: hour, counts: "caller", about: "Storing files" },
  // A plan asks about addresses and numbers, and tells nobody.
  partnerRows: {
    calls: 20_000,
    seconds: day,
    counts: "subject",
    about: "Rows of imports of partners, for one company",
  },
  // Drawing one takes a processor for some seconds.
  picture: { calls: 60, seconds: hour, counts: "caller" },
  contact: { calls: 10, seconds: hour, counts: "caller" },
  emailChange: { calls: 10, seconds: quarter, counts: "caller" },
  link: { calls: 60, seconds: minute, counts: "address" },
  mailLink: { calls: 300, seconds: minute, counts: "address" },
} as const satisfies Record<string, RateLimit>;

const spans = new Map<number, string>([
  [minute, "a minute"],
  [quarter, "15 minutes"],
  [hour, "an hour"],
  [day, "a day"],
]);
const whose = { address: " from one address", caller: " by one caller", subject: "" } as const;

/** The limits of the API, in Markdown. */
export const limitsInWords = () =>
  Object.values<RateLimit>(rateLimits)
    .flatMap(({ about, calls, seconds, counts }) =>
      about
        ? [
            `- ${about}: ${calls.toLocaleString("en")} in ${spans.get(seconds) ?? `${seconds} seconds`}${whose[counts]}.`,
          ]
        : [],
    )
    .join("\n");
