/** 2 to 4 numbers, then perhaps a pre-release and a build, as in semver: "3.1.0", "3.2.0-rc.1", "1.4.0.7+8f2c". */
export const versionPattern = /^\d{1,9}(\.\d{1,9}){1,3}(-[0-9A-Za-z-]+(\.[0-9A-Za-z-]+)*)?(\+[0-9A-Za-z.-]+)?$/;

/**
 * A text that sorts by code point as the versions do: numbers padded, a pre-release before its release, no build.
 * The column `firmwareVersionSort` is the same in SQL.
 */
export function versionKey(version: string) {
  const [plain = ""] = version.split("+");
  const marked = plain.includes("-") ? plain.replace("-", " ") : `${plain}!`;
  return marked.replace(/\d+/g, (digits) => digits.padStart(10, "0").slice(-10));
}

/** Below 0 where `one` comes first, 0 where only their builds differ. */
export const compareVersions = (one: string, other: string) => {
  const [a, b] = [versionKey(one), versionKey(other)];
  return a < b ? -1 : a > b ? 1 : 0;
};
