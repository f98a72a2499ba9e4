import type { inferRouterInputs, inferRouterOutputs } from "@trpc/server";
import type { AppRouter } from "@/server/root";
import type { ListName, Resource } from "./resource";

type Inputs = inferRouterInputs<AppRouter>;
type Outputs = inferRouterOutputs<AppRouter>;
type RouterName = keyof Inputs & keyof Outputs;

/** The procedures of N that M lacks, that ask for more there, or that answer something else. */
type Misfit<N extends RouterName, M extends RouterName> = {
  [P in keyof Inputs[N] & keyof Outputs[N]]: P extends keyof Inputs[M] & keyof Outputs[M]
    ? [Inputs[N][P]] extends [Inputs[M][P]]
      ? [Outputs[M][P]] extends [Outputs[N][P]]
        ? never
        : P
      : P
    : P;
}[keyof Inputs[N] & keyof Outputs[N]];

/** The name of a router that can stand for N, or the procedures for which it cannot. */
type Like<N extends RouterName, M extends RouterName> = [Misfit<N, M>] extends [never] ? M : Misfit<N, M>;

/**
 * A router in the place of another one that offers the same at a narrower door, so that one screen works at both. What it
 * is not asked for at its own door, such as the company of a record, it drops.
 */
export const routerSeenAs = <N extends RouterName, M extends RouterName>(_as: N, router: Like<N, M> & M): N =>
  router as RouterName as N; // `Like`: whatever can be called there can be called here, with the same answer

/** The same for a resource: its own words, address and rights, in the place of a resource of N. */
export const resourceSeenAs = <N extends ListName, M extends ListName>(
  _as: N,
  of: Resource<M> & { router: Like<N, M> },
): Resource<N> => of as Resource<ListName> as Resource<N>; // as above; its words are found by texts
