/** Who sends a case: its runner knows how to sign in where it runs. */
export type Sender = "nobody" | "person" | "wrong person" | "key" | "wrong key" | "screen";

export interface ConformanceCase {
  name: string;
  method: string;
  path: string;
  as?: Sender;
  headers?: Record<string, string>;
  /** sent as it is; bytes where it is a length */
  body?: string | { length: number };
  status: number;
  /** headers the answer must have, each matching */
  answers?: Record<string, RegExp>;
  /** matches the whole body */
  text?: RegExp;
}
