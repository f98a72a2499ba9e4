interface Issue {
  code: string;
  input?: unknown;
  format?: string;
}

const formats: Record<string, string> = {
  email: "Give an e-mail address such as ada@example.com.",
  url: "Give a web address such as https://example.com.",
  uuid: "Choose one.",
};

/** Plain words for what a schema refuses without words of its own. */
export function plainErrors(issue: Issue): string | undefined {
  if (issue.input === null || issue.input === undefined || issue.input === "") return "Fill this in.";
  if (issue.code === "invalid_format") return formats[issue.format ?? ""];
  return undefined;
}
