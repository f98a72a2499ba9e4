import type { ComponentProps } from "react";

/**
 * A link to one of our pages, for the frame and for what lists are made of: a plain element, which the frame's `useInnerLinks`
 * opens without a new load; outside of the frame it loads the page. A link of Next's is 3 KiB of scripts, draws four parts and
 * listens by itself.
 */
export const InnerLink = (props: ComponentProps<"a"> & { href: string }) => <a data-inner {...props} />;
