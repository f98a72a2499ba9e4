"use client";

import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from "react";
import { t } from "@/texts/t";
import { otherKinds } from "./audited.words";
import type { RecordName, Resource } from "./resource";
import type { Screen } from "./screen";

/** A resource whose records have a page and a history. */
type Audited = Resource<RecordName>;

export const isAudited = (screen: Screen): screen is Audited => screen.audited !== undefined && "allWords" in screen;

interface Register {
  /** resources whose records have pages */
  pages: readonly Audited[];
  /** those that are parts of other records */
  parts: readonly Resource[];
  /** what actions did that no resource has words of its own for */
  verbs: Readonly<Record<string, string>>;
}

const nothing: Register = { pages: [], parts: [], verbs: {} };
const RegisterContext = createContext({ register: nothing, ask: () => {} });

interface Props {
  /** brings the register, which no page needs before something of it is shown */
  load: () => Promise<Register>;
  children: ReactNode;
}

/** Lets the pages inside say of any kind of record in the audit trail what it is, and what its fields are called. */
export function AuditedProvider({ load, children }: Props) {
  const [register, setRegister] = useState(nothing);
  const value = useMemo(() => ({ register, ask: () => void load().then(setRegister) }), [register, load]);
  return <RegisterContext value={value}>{children}</RegisterContext>;
}

interface Kind {
  /** its resource, once the register is here, for the words of its fields */
  of?: Resource;
  /** the resource whose pages are those of its records; none where there are none, or several have such records */
  page?: Audited;
  /** what people call one of them within a sentence */
  one: string;
  /** what an action did, such as "rotated this key"; undefined until the register is here */
  verbOf: (action: string) => string | undefined;
  /** the register is not here yet */
  isWaiting: boolean;
}

/** The register, and whether it is here; it is asked for once somebody needs it. */
function useRegister(isNeeded: boolean): Register {
  const { register, ask } = useContext(RegisterContext);
  const isMissing = isNeeded && register === nothing;
  useEffect(() => {
    if (isMissing) ask();
  }, [isMissing, ask]);
  return register;
}

/** What an action did in words: the resource's own, or those of the register. */
export function useVerb({ verbs }: Resource, action: string): string | undefined {
  const own = verbs[action];
  const register = useRegister(own === undefined);
  return own ?? register.verbs[action];
}

/** What a kind of record in the audit trail is; until the register is here, only its plain name. */
export function useAudited(objectType: string): Kind {
  const register = useRegister(true);
  const [page, other] = register.pages.filter(({ audited }) => audited === objectType);
  const of = page ?? register.parts.find(({ audited }) => audited === objectType);
  const one = t(otherKinds[objectType] ?? of?.one ?? objectType.replaceAll("-", " "));
  const verbOf = (action: string) => of?.verbs[action] ?? register.verbs[action];
  return { of, page: other ? undefined : page, one, verbOf, isWaiting: register === nothing };
}
