"use client";

import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import { InnerLink } from "@/components/ui/inner-link";
import { t } from "@/texts/t";
import { Allowed } from "../allowed";
import { createTitle } from "../noun";
import { problemOf } from "../problem";
import type { Links } from "../resource";
import { opening } from "../value-text";
import type { AnyList } from "./definition";
import { wholeList } from "./saved.rules";
import { BadAddress, EmptyState, ErrorState, GoneView, MissingRights, NoMatch } from "./states";
import { namesOf } from "./url";
import type { View } from "./use-list";

/** The filters of the address that the server could not read, by their titles; undefined where that is not what is wrong. */
function wrongFilters(list: AnyList, error: unknown): string | undefined {
  const problem = problemOf(error);
  if (problem?.status !== 400) return undefined;
  const paths = new Set(problem.errors?.map(({ path }) => path));
  const titles = list.filters.filter((filter) => namesOf(filter).some((name) => paths.has(name))).map((f) => f.title);
  return titles.join(", ") || t("the sort order");
}

/** What of a view the reader may not use, as its list calls it. */
function missingTitles({ list, missing }: View): string {
  const titles = list.filters.filter((filter) => namesOf(filter).some((name) => missing.includes(name)));
  return [...titles.map(({ title }) => title), ...(missing.includes("sortBy") ? [t("the sort order")] : [])].join(", ");
}

/** Shows what the reader may see, which is another list than the view: it loses its name. */
function openWithout({ query, missing, go }: View) {
  const left = Object.entries(query).filter(([name]) => !missing.includes(name));
  go(new URLSearchParams([["view", wholeList], ...left]).toString());
}

interface Props {
  view: View;
  title: string;
  /** why it may be empty and what to do then */
  empty: ReactNode;
  create?: Links["create"];
}

/** Why a list has no rows to show, and what to do. */
export function NoRows({ view, title, empty, create }: Props) {
  const { list, state, change, error, retry, reset } = view;
  if (view.isGone) return <GoneView open={() => view.go(`view=${wholeList}`)} />;
  if (view.missing.length > 0) return <MissingRights names={missingTitles(view)} open={() => openWithout(view)} />;
  const wrong = wrongFilters(list, error);
  if (wrong) return <BadAddress names={wrong} reset={reset} />;
  if (error) return <ErrorState what={t("The list")} error={error} retry={retry} />;
  if (state.page > 1) return <NoMatch isPastEnd reset={() => change({ page: 1 })} />;
  const choices = list.filters.filter((filter) => "isChoice" in filter).map(({ name }) => name);
  const names = Object.keys(state.filters).filter((name) => !choices.includes(name));
  if (names.length > 0)
    return (
      <NoMatch
        isPastEnd={false}
        reset={() => change({ filters: Object.fromEntries(names.map((name) => [name, undefined])) })}
      />
    );
  return (
    <EmptyState
      title={opening(t("No {many} yet", { many: title }))}
      action={
        create && (
          <Allowed needs={create.needs}>
            <Button component={InnerLink} href={create.href}>
              {createTitle(create)}
            </Button>
          </Allowed>
        )
      }
    >
      {typeof empty === "string" ? t(empty) : empty}
    </EmptyState>
  );
}
