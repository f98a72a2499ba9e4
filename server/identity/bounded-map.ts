/** A map that forgets its least recently used entry beyond `max`, and every entry at its own time. */
export class BoundedMap<V> {
  readonly #entries = new Map<string, { value: V; until: number }>();
  constructor(readonly max: number) {}

  /** @param now milliseconds since 1970 */
  get(key: string, now = Date.now()): V | undefined {
    const entry = this.#entries.get(key);
    if (!entry) return undefined;
    this.#entries.delete(key);
    if (entry.until <= now) return undefined;
    this.#entries.set(key, entry);
    return entry.value;
  }

  /** @param until milliseconds since 1970 */
  set(key: string, value: V, until: number) {
    this.#entries.set(key, { value, until });
    const oldest = this.#entries.size > this.max ? this.#entries.keys().next().value : undefined;
    if (oldest !== undefined) this.#entries.delete(oldest);
  }
}
