const isNamed = (sent: string | undefined, wanted: string) =>
  sent?.length === wanted.length && sent.toLowerCase() === wanted;

/** How often a header was sent. @param name in lower case */
export function countOf(raw: readonly string[], name: string): number {
  let count = 0;
  for (let n = 0; n < raw.length; n += 2) if (isNamed(raw[n], name)) count += 1;
  return count;
}

/**
 * The headers of a request as they were sent, in the form that fetch has them. Most handlers ask for a few by name, and the
 * platform's own class would check and copy every one of them first; it is made for who asks for more.
 */
export class SentHeaders implements Headers {
  private made: Headers | undefined;
  /**
   * @param raw names and values in turn, as node:http has them in `rawHeaders`
   * @param own a header of ours, in lower case, in place of what was sent under its name
   */
  constructor(
    private readonly raw: readonly string[],
    private readonly own: readonly [name: string, value: string],
  ) {}

  get(name: string): string | null {
    if (this.made) return this.made.get(name);
    const wanted = name.toLowerCase();
    if (wanted === this.own[0]) return this.own[1];
    let found: string | null = null;
    for (let n = 0; n + 1 < this.raw.length; n += 2)
      if (isNamed(this.raw[n], wanted)) {
        const value = this.raw[n + 1] ?? "";
        found = found === null ? value : `${found}${wanted === "cookie" ? "; " : ", "}${value}`;
      }
    return found;
  }

  has(name: string) {
    return this.get(name) !== null;
  }

  /** @throws TypeError for a name or value that fetch has no headers of */
  private all(): Headers {
    if (this.made) return this.made;
    const made = new Headers();
    for (let n = 0; n + 1 < this.raw.length; n += 2) made.append(this.raw[n] ?? "", this.raw[n + 1] ?? "");
    made.set(...this.own);
    this.made = made;
    return made;
  }

  append(name: string, value: string) {
    this.all().append(name, value);
  }
  delete(name: string) {
    this.all().delete(name);
  }
  set(name: string, value: string) {
    this.all().set(name, value);
  }
  getSetCookie() {
    return this.all().getSetCookie();
  }
  forEach(...values: Parameters<Headers["forEach"]>) {
    this.all().forEach(...values);
  }
  keys() {
    return this.all().keys();
  }
  values() {
    return this.all().values();
  }
  entries() {
    return this.all().entries();
  }
  [Symbol.iterator]() {
    return this.all()[Symbol.iterator]();
  }
}
