const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

/** What somebody is called as long as only the address is known: ada.moreau@… is Ada Moreau, ops@… is Ops Administrator. */
export function namesOfAddress(email: string): { firstName: string; lastName: string } {
  const words = (email.split("@")[0] ?? "").split(/[^\p{L}\p{N}]+/u).filter(Boolean);
  const [firstName = "Persdesk", ...others] = words.map(capital);
  return { firstName, lastName: others.join(" ") || "Administrator" };
}
