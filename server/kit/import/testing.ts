import { beforeEach } from "vitest";
import { useDatabase } from "@/db/testing/database";
import { seedContent } from "@/server/content/testing";
import type { Actor, KnownCtx } from "@/server/kit/call/context";
import { staffCtx } from "@/server/kit/testing";
import { permissionCodes } from "@/server/permissions";
import { appRouter } from "@/server/root";
import { importsEnded } from "./run-import";

/** Somebody else with every right. */
export const colleague: Actor = {
  kind: "user",
  id: "00000000-0000-7000-8000-0000000000aa",
  email: "colleague@persdesk.demo",
  label: "Col League",
  type: "Staff",
  sessionId: "00000000-0000-7000-8000-0000000000ab",
  permissions: new Set(permissionCodes),
};

/**
 * For the top of a test file: a database with the labels "save" (in French "Enregistrer") and "cancel", and what a test of
 * the import engine does with them.
 */
export function useLabelImports() {
  const { db, url } = useDatabase();
  const ctxOf = (changes: Partial<KnownCtx> = {}): KnownCtx => ({ ...staffCtx(db()), ...changes });
  const api = (changes: Partial<KnownCtx> = {}) => appRouter.createCaller(ctxOf(changes)).labels;
  let seeded: Awaited<ReturnType<typeof seedContent>>;
  const at = () => seeded;

  beforeEach(async () => {
    seeded = await seedContent(db());
    const translations = [{ languageId: at().fr, value: "Enregistrer" }];
    await api().create({ name: "save", moduleId: at().app, translations });
    await api().create({ name: "cancel", moduleId: at().app });
  });

  const confirm = ({ id, token }: { id: string; token: string | null }) =>
    api().imports.confirm({ id, token: token ?? "" });

  return {
    db,
    url,
    ctxOf,
    api,
    at,
    /** Plans a file of French texts; new names go to the mobile app, or nowhere where `createIn` is null. */
    preview: (file: string | Uint8Array, createIn: string | null = at().app) =>
      api().imports.preview({
        fileName: "labels.csv",
        file: { name: "labels.csv", type: "", bytes: new Uint8Array(Buffer.from(file as string)) },
        options: { languageId: at().fr, createIn: createIn ?? undefined },
      }),
    confirm,
    /** Confirms a plan and waits for the end of its run, for which the answer waits a moment only. */
    async confirmed(plan: { id: string; token: string | null }) {
      await confirm(plan);
      await importsEnded();
      return api().imports.get({ id: plan.id });
    },
    /** A file of so many new names: n0, n1, … */
    many: (count: number) => `name,value\n${Array.from({ length: count }, (_, i) => `n${i},Texte ${i}\n`).join("")}`,
  };
}
