/** Who mails are from: the operator's address, by a name that always says Persdesk. */
export function namedSender(from: string): string {
  const [, name = "", address = from.trim()] = /^\s*"?([^"<]*?)"?\s*<([^>]+)>\s*$/.exec(from) ?? [];
  if (/persdesk/i.test(name)) return from;
  return name ? `"${name} (Persdesk)" <${address}>` : `Persdesk <${address}>`;
}
