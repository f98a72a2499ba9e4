import type { ComponentProps } from "react";

/**
 * A link to one of our pages, for places that hold many of them: a plain element, which the frame's `useInnerLinks` opens
 * without a new load. A link of Next's draws four parts and listens by itself.
 */
export const InnerLink = (props: ComponentProps<"a"> & { href: string }) => <a data-inner {...props} />;
