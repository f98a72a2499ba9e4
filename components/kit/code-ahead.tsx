"use client";

import type { ComponentType } from "react";

/**
 * Shows nothing: a page that is on its way names its screen with it, before its data is there, so that the browser loads the
 * screen's scripts meanwhile.
 */
export const CodeAhead = <P,>(_screen: { of: ComponentType<P> }) => null;
