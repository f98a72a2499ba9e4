import type { Database } from "@/db/client";
import type { KnownCtx } from "@/server/kit/call/context";
import { type AppError, toAppError } from "@/server/kit/call/errors";
import { type Permission, permissionCodes } from "@/server/permissions";

/** A context for tests: a staff member with these rights, at a screen. */
export const staffCtx = (db: Database, permissions: Permission[] = permissionCodes): KnownCtx => ({
  db,
  actor: {
    kind: "user",
    id: "00000000-0000-7000-8000-000000000001",
    email: "tester@persdesk.demo",
    label: "Tess Ter",
    type: "Staff",
    sessionId: "00000000-0000-7000-8000-000000000002",
    permissions: new Set(permissions),
  },
  door: "screen",
  requestId: "test-request",
  ip: "127.0.0.1",
});

/** The error that a piece of work is refused with; fails the test where it succeeds. */
export const failure = (work: Promise<unknown>): Promise<AppError> =>
  work.then(
    () => Promise.reject(new Error("it went through")),
    (thrown) => toAppError(thrown),
  );
