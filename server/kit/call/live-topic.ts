import type { Admission } from "./admission";
import type { KnownCtx } from "./context";

/** One event: its name, its data as JSON, and the id from which a browser that lost the connection goes on. */
export interface LiveEvent {
  id?: string;
  event: string;
  data: unknown;
}

/** Something that can be followed. */
export interface LiveTopic {
  /** what its addresses begin with, such as "/api/live/pers/" */
  path: string;
  admission: Admission;
  /** milliseconds after which the right is asked for again, a second where not said; an ended session is always seen at once */
  checkMs?: number;
  /**
   * Calls `say` with what happens from now on, or from `after` on.
   * @param rest the address behind `path`, as it was sent
   * @returns a function that ends it
   * @throws AppError 404 for an unknown one
   */
  follow: (ctx: KnownCtx, rest: string, after: string | null, say: (event: LiveEvent) => void) => Promise<() => void>;
}
