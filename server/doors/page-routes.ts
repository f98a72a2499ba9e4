import type { IncomingMessage, ServerResponse } from "node:http";
import { noteAccess, requestIdHere } from "@/server/kit/process/access";
import { observe } from "./metrics";

interface Route {
  page: string;
  regex: string;
}

/** What Next's build says of the paths of its pages (`.next/routes-manifest.json`). */
export interface RoutesManifest {
  staticRoutes: Route[];
  dynamicRoutes: Route[];
}

/**
 * The templates of pages, for the log and the metrics.
 * @returns finds that of a path, such as `/alerts/[id]`; `/_next/*` for files of the build, `other` for what is no page
 */
export function pageRoutes({ staticRoutes, dynamicRoutes }: RoutesManifest): (path: string) => string {
  const fixed = new Set(staticRoutes.map(({ page }) => page));
  const patterns = dynamicRoutes.map(({ page, regex }) => ({ page, pattern: new RegExp(regex) }));
  return (path) => {
    if (path.startsWith("/_next/")) return "/_next/*";
    if (fixed.has(path)) return path;
    return patterns.find(({ pattern }) => pattern.test(path))?.page ?? "other";
  };
}

/** Names a page in the log and the metrics, and gives it and its answer the id of the request. */
export function notePage(route: string, req: IncomingMessage, res: ServerResponse) {
  const begun = performance.now();
  noteAccess({ route });
  if (route === "/_next/*") return;
  req.headers["x-request-id"] = requestIdHere();
  res.setHeader("x-request-id", requestIdHere() ?? "");
  res.once("close", () => observe("page", `page ${route}`, res.statusCode, (performance.now() - begun) / 1000));
}
