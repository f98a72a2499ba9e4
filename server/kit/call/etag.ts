import { etagOf } from "@/server/kit/value/etag.rules";
import { AppError } from "./errors";

/** Refuses a write on a version that the caller has not seen (412). No `If-Match`, or `*`, means any version. */
export function assertVersion(record: { version: number }, ifMatch: string | undefined) {
  if (!ifMatch || ifMatch.trim() === "*") return;
  // The tags of the REST door also hold a hash of the answer and its coding, `"3.kJx0…-gz"`; a write only looks at the
  // version before the dot.
  const wanted = ifMatch.split(",").map((tag) =>
    tag
      .trim()
      .replace(/^W\//, "")
      .replace(/(?:\.[\w-]+|-(?:br|gz))"$/, '"'),
  );
  if (!wanted.includes(etagOf(record)))
    throw new AppError(
      "version_mismatch",
      "Somebody changed this record after you loaded it. Nothing was saved; load it again to see both.",
      { headers: { etag: etagOf(record) } },
    );
}
