import { sample } from "@/db/testing/sample";

/** What earlier steps made, by a name that the samples give it. */
export type Made = Record<string, { id: string } & Record<string, unknown>>;

export interface Step {
  /** the procedure, such as "roles.create" */
  call: string;
  /** or a promise of it, for the walks that await it */
  input: (made: Made) => unknown;
  /** keeps the answer under this name */
  as?: string;
}

/** What a call answered, its file ended: one that nobody reads to its end would stay under way. */
export async function withoutFile<T>(answer: T): Promise<T> {
  const body = typeof answer === "object" && answer !== null && "body" in answer ? answer.body : undefined;
  if (body instanceof ReadableStream) await body.cancel();
  return answer;
}

/** Files and pictures take the most time; beside those that invite partners, no other step goes by what becomes of them. */
export const isLeaf = ({ call }: Step) =>
  !/^(dealers|subcontractors)\./.test(call) && /\.(imports\.\w+|upload|setLogo|setPicture)$/.test(call);

/**
 * The steps of a walk with the files and pictures of some resources, other ones each day; of all where everything is tried.
 * @param walk names what is walked, for the report
 */
export function withSomeFiles(steps: Step[], walk: string): Step[] {
  const routers = [...new Set(steps.filter(isLeaf).map(routerOf))];
  const kept = new Set(sample(routers, 3, `resources whose files and pictures are in the walk of ${walk}`));
  return steps.filter((step) => !isLeaf(step) || kept.has(routerOf(step)));
}

const routerOf = ({ call }: Pick<Step, "call">) => call.split(".")[0] ?? "";

/** Earlier steps that a router's steps build on though they read no name of them. `root.steps.slow.test.ts` finds what is missing. */
const buildsOn: Record<string, string[]> = {
  dealerVehicles: ["dealers"],
  emailChanges: ["portalUsers"],
  jobs: ["staff"],
  notificationRequests: ["notificationTemplateTechs"],
  notificationTemplateTechs: ["notificationTemplateContents"],
  partnerInvitations: ["dealers"],
  platformPageTechs: ["platformSync"],
  switchTo: ["password"],
};

/** The names that a step reads. What it awaits is not run: such steps read none, and what they build on is said above. */
function namesReadBy({ input }: Step): Set<string> {
  const names = new Set<string>();
  const made: Made = new Proxy(
    {},
    {
      get: (_, name) => {
        names.add(String(name));
        return { id: "", translations: [] };
      },
    },
  );
  try {
    if (input.constructor.name !== "AsyncFunction") input(made);
  } catch {
    // Made of nothing, an input may be impossible; what was read before is known.
  }
  return names;
}

/**
 * Some of the steps and all that they need, in their order: the earlier ones of their routers, of those that made what they
 * read, and of those that they build on, and what all these need. None is left out, so that what one of a router takes away
 * another brings back.
 */
export function withNeeded(steps: Step[], chosen: readonly Step[] | ReadonlySet<Step>): Step[] {
  const read = new Map(steps.map((step) => [step, namesReadBy(step)]));
  const needed = new Set<Step>(chosen);
  for (const step of chosen) {
    const earlier = steps.slice(0, steps.indexOf(step));
    const routers = new Set<string>();
    const need = (router: string) => {
      if (routers.has(router)) return;
      routers.add(router);
      for (const one of buildsOn[router] ?? []) need(one);
      for (const one of earlier) if (routerOf(one) === router) needOf(one);
    };
    const needOf = (one: Step) => {
      for (const { as = "", call } of earlier) if (read.get(one)?.has(as)) need(routerOf({ call }));
    };
    need(routerOf(step));
    needOf(step);
    for (const one of earlier) if (routers.has(routerOf(one))) needed.add(one);
  }
  return steps.filter((step) => needed.has(step));
}

/** One pixel. */
export const picture =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

export const id = (made: Made, name: string) => made[name]?.id ?? "";
export const step = (call: string, input: Step["input"], as?: string): Step => ({ call, input, as });

/**
 * create, update, remove and restore of a plain resource.
 * @param at what each of them is given beside, such as the company of all
 */
export const plain = (router: string, values: object, change: object, at: object = {}): Step[] => [
  step(`${router}.create`, () => ({ ...at, ...values }), router),
  step(`${router}.update`, (made) => ({ ...at, id: id(made, router), ifMatch: "*", ...change })),
  step(`${router}.remove`, (made) => ({ ...at, id: id(made, router) })),
  step(`${router}.restore`, (made) => ({ ...at, id: id(made, router) })),
];

/** A CSV file that a router's `imports` plan, take in and take back, given what else they take beside. */
export function imported(
  router: string,
  csv: string,
  { options = {}, ...at }: { options?: object; companyId?: string } = {},
): Step[] {
  const file = { name: "file.csv", type: "text/csv", bytes: new Uint8Array(Buffer.from(csv)) };
  const plan = `${router} plan`;
  return [
    step(`${router}.imports.preview`, () => ({ ...at, fileName: file.name, file, options }), plan),
    step(`${router}.imports.confirm`, (made) => ({ ...at, id: id(made, plan), token: made[plan]?.token })),
    step(`${router}.imports.undo`, (made) => ({ ...at, id: id(made, plan) })),
  ];
}

/** The id of the translation in this language of what an earlier step made. */
export const translation = (made: Made, name: string, languageId: string) =>
  (made[name]?.translations as { id: string; languageId: string }[] | undefined)?.find(
    (one) => one.languageId === languageId,
  )?.id;
