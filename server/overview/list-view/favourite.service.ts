import type { z } from "zod";
import type { KnownCtx } from "@/server/kit/call/context";
import type { Favourites, Recent, SetFavourites } from "./list-view.schema";
import { listViewService } from "./list-view.service";
import { putFirst, remember, settingOf } from "./person-setting.service";

type Items = z.output<typeof SetFavourites>["items"];
type Opened = z.output<typeof Recent>;

/** How many records that were opened last are remembered. */
const mostRecents = 8;

/** What a person has in the rail, their favourites, and the records that they opened last. */
export const favouriteService = {
  /** Views with their names of now; a view that is gone, or that the person does not see any more, is left out. */
  async get(ctx: KnownCtx): Promise<z.output<typeof Favourites>> {
    const { favourites, recents: opened = [] } =
      (await settingOf<{ favourites: Items; recents: Opened[] }>(ctx, "rail")) ?? {};
    const isActing = ctx.actor.kind === "user" && ctx.actor.actingId !== undefined;
    const recents = isActing ? [] : opened;
    if (!favourites) return { items: null, recents };
    const names = await listViewService.named(
      ctx,
      favourites.flatMap(({ viewId }) => viewId ?? []),
    );
    const items = favourites.filter(({ viewId }) => !viewId || names.has(viewId));
    const nameOf = ({ viewId, title }: Items[number]) => (viewId ? names.get(viewId) : title);
    return { items: items.map((one) => ({ ...one, name: nameOf(one) })), recents };
  },

  set: (ctx: KnownCtx, favourites: Items) => remember(ctx, "rail", { favourites }),

  /** Remembers that a record was opened, once, before those that were opened earlier. */
  noteRecent: (ctx: KnownCtx, { at, title, one }: Opened) =>
    putFirst(ctx, "rail", { part: "recents", key: "at", most: mostRecents }, { at, title, one }),
};
