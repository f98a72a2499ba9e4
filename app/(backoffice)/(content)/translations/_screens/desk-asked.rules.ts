import type { Overview } from "./desk-row.rules";

export const shows = {
  missing: "Missing",
  review: "Needs review",
  outdated: "Source changed",
  warned: "With a warning",
  all: "All texts",
} as const;
export const assignments = { me: "Assigned to me", nobody: "Assigned to nobody" } as const;

const isAssignment = (text: string | null): text is keyof typeof assignments =>
  text !== null && Object.hasOwn(assignments, text);
const isShow = (text: string | null): text is keyof typeof shows => text !== null && Object.hasOwn(shows, text);
const pageSize = 25;

/** What an address asks of the desk; what it does not name is as it is at first. */
export function askedIn({ languages }: Pick<Overview, "languages">, params: { get(name: string): string | null }) {
  const main = languages.find(({ isDefault }) => isDefault) ?? languages[0];
  const known = (id: string | null) => languages.find((language) => language.id === id);
  const show = params.get("show");
  const assigned = params.get("assigned");
  return {
    source: known(params.get("source")) ?? main,
    target: known(params.get("languageId")) ?? languages.find((language) => language !== main) ?? main,
    resource: params.get("resource") ?? undefined,
    moduleId: params.get("moduleId") ?? undefined,
    modulePage: params.get("modulePage") ?? undefined,
    show: isShow(show) ? show : ("missing" as const),
    assigned: isAssignment(assigned) ? assigned : undefined,
    keyword: params.get("keyword") ?? "",
    page: Math.max(1, Number(params.get("page")) || 1),
  };
}

export type Asked = ReturnType<typeof askedIn>;

/** The texts of that, as procedures take it. */
export const textsOf = (
  { resources }: Pick<Overview, "resources">,
  { source, target, resource, keyword, page: _, ...asked }: Asked,
) => ({
  ...asked,
  resource: resources.find(({ name }) => name === resource)?.name,
  sourceId: source?.id,
  languageId: target?.id ?? "",
  keyword: keyword || undefined,
});

/** One page of them. */
export const pageOf = (overview: Pick<Overview, "resources">, asked: Asked) => ({
  ...textsOf(overview, asked),
  page: asked.page,
  limit: pageSize,
});
