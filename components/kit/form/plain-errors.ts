import { t, tt } from "@/texts/t";

interface Issue {
  code: string;
  input?: unknown;
  format?: string;
}

const formats: Record<string, string> = {
  email: "Enter an e-mail address such as ada@example.com.",
  url: "Enter a web address such as https://example.com.",
  uuid: "Select one.",
};

/** Plain words for what a schema refuses without words of its own. */
export function plainErrors(issue: Issue): string | undefined {
  if (issue.input === null || issue.input === undefined || issue.input === "") return t("This field is required.");
  if (issue.code === "invalid_format") return tt(formats[issue.format ?? ""]);
  return undefined;
}
