import type { z } from "zod";
import type { KnownCtx } from "@/server/kit/call/context";
import type { Favourites, SetFavourites } from "./list-view.schema";
import { listViewService } from "./list-view.service";
import { remember, settingOf } from "./person-setting.service";

type Items = z.output<typeof SetFavourites>["items"];

/** A person's favourites in the rail. */
export const favouriteService = {
  /** Views with their names of now; a view that is gone, or that the person does not see any more, is left out. */
  async get(ctx: KnownCtx): Promise<z.output<typeof Favourites>> {
    const { favourites } = (await settingOf<{ favourites: Items }>(ctx, "rail")) ?? {};
    if (!favourites) return { items: null };
    const names = await listViewService.named(
      ctx,
      favourites.flatMap(({ viewId }) => viewId ?? []),
    );
    const items = favourites.filter(({ viewId }) => !viewId || names.has(viewId));
    const nameOf = ({ viewId, title }: Items[number]) => (viewId ? names.get(viewId) : title);
    return { items: items.map((one) => ({ ...one, name: nameOf(one) })) };
  },

  set: (ctx: KnownCtx, favourites: Items) => remember(ctx, "rail", { favourites }),
};
