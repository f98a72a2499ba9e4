import { z } from "zod";
import type { KnownCtx } from "@/server/kit/call/context";
import { ofCompany, router, signedIn } from "@/server/kit/call/procedure";
import { ById, byId, Nothing } from "@/server/kit/call/wire";
import { favouriteService } from "./favourite.service";
import {
  CountViews,
  CreateListView,
  EveryView,
  Favourites,
  ListView,
  OfList,
  Recent,
  SetFavourites,
  SetListSettings,
  SetViewMail,
  UpdateListView,
  ViewCounts,
  ViewRoles,
  ViewsOfList,
} from "./list-view.schema";
import { listViewService as service } from "./list-view.service";
import { remember } from "./person-setting.service";
import { countViews } from "./view-count.service";
import { mailedViews, setViewMail } from "./view-mail.service";

const own = { unaudited: "how a person has their own screens, which nobody else sees" };

const viewsOf = async (ctx: KnownCtx, list: string) => ({
  ...(await service.of(ctx, list)),
  mailed: await mailedViews(ctx, list),
});

/** Views of staff, for who is signed in: the service looks at which lists they read. */
export const listViewRouter = router({
  of: signedIn()
    .input(OfList)
    .output(ViewsOfList)
    .query(({ ctx, input }) => viewsOf(ctx, input.list)),
  every: signedIn()
    .input(z.object({}))
    .output(EveryView)
    .query(({ ctx }) => service.every(ctx)),
  counts: signedIn()
    .input(CountViews)
    .output(ViewCounts)
    .query(({ ctx, input }) => countViews(ctx, input.list, input.ids)),
  roles: signedIn()
    .input(z.object({}))
    .output(ViewRoles)
    .query(({ ctx }) => service.roles(ctx)),
  create: signedIn()
    .input(CreateListView)
    .output(ListView)
    .mutation(({ ctx, input }) => service.create(ctx, input)),
  update: signedIn()
    .input(byId(UpdateListView.shape))
    .output(ListView)
    .mutation(({ ctx, input: { id, ifMatch, ...values } }) => service.update(ctx, id, values, ifMatch)),
  remove: signedIn()
    .input(byId({}))
    .output(Nothing)
    .mutation(({ ctx, input }) => service.remove(ctx, input.id, input.ifMatch)),
  restore: signedIn()
    .input(ById)
    .output(ListView)
    .mutation(({ ctx, input }) => service.restore(ctx, input.id)),
  setSettings: signedIn(undefined, own)
    .input(SetListSettings)
    .output(Nothing)
    .mutation(({ ctx, input: { list, ...values } }) => remember(ctx, `list:${list}`, values)),
  setMail: signedIn(undefined, own)
    .input(SetViewMail)
    .output(Nothing)
    .mutation(({ ctx, input }) => setViewMail(ctx, input)),
  favourites: signedIn()
    .input(z.object({}))
    .output(Favourites)
    .query(({ ctx }) => favouriteService.get(ctx)),
  setFavourites: signedIn(undefined, own)
    .input(SetFavourites)
    .output(Nothing)
    .mutation(({ ctx, input }) => favouriteService.set(ctx, input.items)),
  noteRecent: signedIn(undefined, own)
    .input(Recent)
    .output(Nothing)
    .mutation(({ ctx, input }) => favouriteService.noteRecent(ctx, input)),
});

/** The same inside a company, for its people. */
export const companyListViewRouter = router({
  of: ofCompany("member")
    .input(OfList)
    .output(ViewsOfList)
    .query(({ ctx, input }) => viewsOf(ctx, input.list)),
  every: ofCompany("member")
    .output(EveryView)
    .query(({ ctx }) => service.every(ctx)),
  counts: ofCompany("member")
    .input(CountViews)
    .output(ViewCounts)
    .query(({ ctx, input }) => countViews(ctx, input.list, input.ids)),
  roles: ofCompany("member")
    .output(ViewRoles)
    .query(({ ctx }) => service.roles(ctx)),
  create: ofCompany("member")
    .input(CreateListView)
    .output(ListView)
    .mutation(({ ctx, input }) => service.create(ctx, input)),
  update: ofCompany("member")
    .input(byId(UpdateListView.shape))
    .output(ListView)
    .mutation(({ ctx, input: { id, ifMatch, companyId: _, ...values } }) => service.update(ctx, id, values, ifMatch)),
  remove: ofCompany("member")
    .input(byId({}))
    .output(Nothing)
    .mutation(({ ctx, input }) => service.remove(ctx, input.id, input.ifMatch)),
  restore: ofCompany("member")
    .input(ById)
    .output(ListView)
    .mutation(({ ctx, input }) => service.restore(ctx, input.id)),
  setSettings: ofCompany("member", undefined, own)
    .input(SetListSettings)
    .output(Nothing)
    .mutation(({ ctx, input: { list, companyId: _, ...values } }) => remember(ctx, `list:${list}`, values)),
  setMail: ofCompany("member", undefined, own)
    .input(SetViewMail)
    .output(Nothing)
    .mutation(({ ctx, input }) => setViewMail(ctx, input)),
  favourites: ofCompany("member")
    .output(Favourites)
    .query(({ ctx }) => favouriteService.get(ctx)),
  setFavourites: ofCompany("member", undefined, own)
    .input(SetFavourites)
    .output(Nothing)
    .mutation(({ ctx, input }) => favouriteService.set(ctx, input.items)),
});
