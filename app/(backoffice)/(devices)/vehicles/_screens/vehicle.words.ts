import type { RecordOf } from "@/components/kit/resource";

type Rider = NonNullable<RecordOf<"vehicles">["rider"]>;

/** A rider in one line; the address only where the reader may see it. */
export const riderText = ({ firstName, lastName, email }: Rider) =>
  email ? `${firstName} ${lastName}, ${email}` : `${firstName} ${lastName}`;
